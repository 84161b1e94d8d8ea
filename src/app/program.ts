import type { Program } from '../cli/program.ts'
import type { World } from '../cli/terminal/surroundings.ts'

/** Puts the program together, each part loaded when a command asks for it. `self` is the command line that starts it. */
export function createProgram(world: World, self: readonly string[]): Program {
  return {
    openQuery: async (api, wishes) => (await import('./lookups.ts')).openQuery(world, api, wishes),
    openForStatus: async (api, wishes) => (await import('./lookups.ts')).openForStatus(world, api, wishes),
    openWatch: async (api, wishes) => (await import('./watching.ts')).openWatch(world, api, wishes),
    collect: async (wishes) => (await import('./collecting.ts')).collectOnce(world, wishes),
    copy: async (places, wishes) => (await import('./copying.ts')).copyBetween(world, places, wishes),
    serve: async (wishes) => (await import('./serve.ts')).serve(world, self, wishes),
    serveAssistant: async (api, wishes) =>
      (await import('./assistant.ts')).serveAssistant(world, api, wishes),
  }
}

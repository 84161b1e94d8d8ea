import { styleText } from 'node:util'

type Brush = (text: string) => string

/** The few styles the program uses; each returns its text unchanged when there is no colour. */
export interface Paint {
  strong: Brush
  faint: Brush
  cheap: Brush
  dear: Brush
  doubtful: Brush
}

export function createPaint(colour: boolean): Paint {
  const brush = (style: 'bold' | 'dim' | 'green' | 'red' | 'yellow'): Brush =>
    // Our own decision, made for our own output: styleText would ask process.stdout again.
    colour ? (text) => styleText(style, text, { validateStream: false }) : (text) => text
  return {
    strong: brush('bold'),
    faint: brush('dim'),
    cheap: brush('green'),
    dear: brush('red'),
    doubtful: brush('yellow'),
  }
}

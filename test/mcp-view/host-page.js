// A host as small as one can be: the SDK's bridge around a sandbox of another origin, told what to hand on by the test.
import { AppBridge, PostMessageTransport } from '@modelcontextprotocol/ext-apps/app-bridge'

const frame = document.querySelector('iframe')
const bridge = new AppBridge(null, { name: 'host', version: '1' }, {}, { hostContext: { theme: 'light' } })
const heights = []
const ready = new Promise((resolve) => {
  bridge.oninitialized = resolve
})
bridge.onsandboxready = () => bridge.sendSandboxResourceReady(globalThis.resource)
bridge.onsizechange = ({ height }) => {
  heights.push(height)
  frame.style.height = `${height}px`
}

Object.assign(globalThis, {
  async show(args, result) {
    await ready
    await bridge.sendToolInput({ arguments: args })
    await bridge.sendToolResult(result)
  },
  heights,
  ready,
  view: () => bridge.getAppVersion(),
  cancel: () => bridge.sendToolCancelled({ reason: 'x' }),
  look: (context) => bridge.setHostContext(context),
  leave: () => bridge.teardownResource({}),
})

const target = frame.contentWindow
await bridge.connect(new PostMessageTransport(target, target))
frame.src = frame.dataset.src

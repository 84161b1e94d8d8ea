// The sandbox that the specification puts between a host and a view: of another origin than the host, it lays the policy upon
// the view's page, gives it no origin at all, and hands on what the two say to each other.
const SANDBOX = 'ui/notifications/sandbox-'
const host = window.parent
let view

window.addEventListener('message', ({ source, data }) => {
  if (source === view?.contentWindow) host.postMessage(data, '*')
  else if (source !== host) return
  else if (data.method === `${SANDBOX}resource-ready`) load(data.params)
  else if (!String(data.method).startsWith(SANDBOX)) view?.contentWindow.postMessage(data, '*')
})
host.postMessage({ jsonrpc: '2.0', method: `${SANDBOX}proxy-ready`, params: {} }, '*')

function load({ html, csp }) {
  view = document.createElement('iframe')
  // Without allow-same-origin, which the specification leaves open: no storage, no cookies, the origin of nobody.
  view.setAttribute('sandbox', 'allow-scripts')
  view.style = 'border:0;width:100%;height:100%'
  const policy = `<meta http-equiv="Content-Security-Policy" content="${policyOf(csp)}">`
  view.srcdoc = html.replace('<head>', () => `<head>${policy}`)
  document.body.append(view)
}

/** What the specification asks for: the domains that the resource declares, and nothing where it declares none. */
function policyOf({
  connectDomains = [],
  resourceDomains = [],
  frameDomains = [],
  baseUriDomains = [],
} = {}) {
  const loaded = resourceDomains.join(' ')
  return [
    "default-src 'none'",
    `script-src 'self' 'unsafe-inline' ${loaded}`,
    `style-src 'self' 'unsafe-inline' ${loaded}`,
    `img-src 'self' data: ${loaded}`,
    `font-src 'self' ${loaded}`,
    `media-src 'self' data: ${loaded}`,
    `connect-src ${listed(connectDomains, "'none'")}`,
    `frame-src ${listed(frameDomains, "'none'")}`,
    `base-uri ${listed(baseUriDomains, "'self'")}`,
    "object-src 'none'",
  ].join('; ')
}

function listed(domains, otherwise) {
  return domains.length > 0 ? domains.join(' ') : otherwise
}

/** A button where the device can share; nothing where it cannot: the address itself is the view. */
export function offerSharing(): void {
  const heading = document.querySelector('h1')
  if (!heading || !('share' in navigator) || !document.querySelector('.rows, .fuels')) return
  const button = document.createElement('button')
  button.type = 'button'
  button.textContent = 'Compartilhar'
  button.addEventListener('click', () => {
    const url = document.querySelector<HTMLLinkElement>('link[rel=canonical]')?.href ?? location.href
    // Whoever changes his mind closes the sheet: that is no error.
    navigator.share({ title: document.title, url }).catch(() => {})
  })
  actionsAfter(heading).append(button)
}

/** Where what the script offers for the whole page stands. */
export function actionsAfter(heading: Element): Element {
  const intro = heading.closest('.intro') ?? heading
  const known = intro.querySelector('.actions')
  if (known) return known
  const actions = document.createElement('p')
  actions.className = 'actions'
  intro.append(actions)
  return actions
}

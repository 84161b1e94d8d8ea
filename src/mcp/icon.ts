/** A pump nozzle's drop and a price tag, for lists of servers; inline, as a host asks nobody for it. */
const SVG =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="7" fill="#0b5d4e"/><path d="M16 5c5 6 7 9 7 13a7 7 0 0 1-14 0c0-4 2-7 7-13z" fill="#ffd166"/><path d="M12 18a4 4 0 0 0 4 4" fill="none" stroke="#0b5d4e" stroke-width="2"/></svg>'

export const icon = {
  src: `data:image/svg+xml;base64,${Buffer.from(SVG).toString('base64')}`,
  mimeType: 'image/svg+xml',
  sizes: ['any'],
}

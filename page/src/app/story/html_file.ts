/** A part of the page as a file that opens without the server, with its symbols and styles; it has no links and no buttons. */
export function htmlFile(part: HTMLElement, title: string): File {
  const copy = part.cloneNode(true) as HTMLElement
  for (const one of copy.querySelectorAll('[data-acts]')) one.remove()
  for (const one of copy.querySelectorAll('button, a')) {
    // A link in a drawing is a group: only its address is removed.
    if (one.closest('svg')) one.removeAttribute('href')
    else one.replaceWith(...one.childNodes)
  }
  for (const one of copy.querySelectorAll('details')) one.open = true
  const styles = [...document.styleSheets].flatMap((sheet) => [...sheet.cssRules]).map((rule) => rule.cssText).filter((rule) => !rule.startsWith('@font-face'))
  const { theme } = document.documentElement.dataset
  const page = `<!doctype html><html lang="en"${theme ? ` data-theme="${theme}"` : ''}><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>${text(title)}</title><style>${styles.join('\n')}</style></head><body>${document.querySelector('.sprite')?.outerHTML ?? ''}${copy.outerHTML}</body></html>`
  return new File([page], `${fileStem(title)}.html`, { type: 'text/html' })
}

const text = (words: string): string => words.replace(/[<>&]/g, (c) => `&#${c.charCodeAt(0)};`)

/** Text as the name of a file: lower-case letters and digits with hyphens between. */
export const fileStem = (words: string): string => words.toLowerCase().replace(/[^a-z0-9]+/g, '-').replace(/^-|-$/g, '') || 'story'

/** Passes a file on: to the system's share dialog if there is one, else to the disk. */
export async function shareFile(file: File): Promise<void> {
  if (navigator.canShare?.({ files: [file] })) {
    try {
      return await navigator.share({ files: [file], title: file.name })
    } catch (error) {
      if (error instanceof DOMException && error.name === 'AbortError') return
    }
  }
  saveFile(file)
}

/** Saves a file to the disk. */
export function saveFile(file: File): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(file)
  link.download = file.name
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000)
}

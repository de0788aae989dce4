/** Widths of text in the counters' font, so that a long name can be squeezed and never cut. */

let pen: CanvasRenderingContext2D | null | undefined
let ready = $state(false)

if (typeof document !== 'undefined') {
  void document.fonts?.load('600 12px "IBM Plex Sans Condensed"').then(() => (ready = true), () => undefined)
}

/** Width in pixels of text in the condensed font; an estimate from the number of letters if nothing can be drawn. */
export function widthOf(text: string, size: number): number {
  void ready // measured again once the font is loaded
  if (pen === undefined) pen = typeof document === 'undefined' ? null : document.createElement('canvas').getContext('2d')
  if (!pen) return text.length * size * 0.5
  pen.font = `600 ${size}px "IBM Plex Sans Condensed", "Arial Narrow", system-ui, sans-serif`
  return pen.measureText(text).width
}

/** The length to squeeze a name to, or undefined if it fits. */
export function squeezedLength(text: string, size: number, room: number): number | undefined {
  return widthOf(text, size) > room ? Math.round(room) : undefined
}

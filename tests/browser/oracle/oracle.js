// The layout oracle: finds faults of layout in the page at this moment. It defines `window.oracle`:
// `find(options)` returns a list of findings, `snapshot()` and `moved(before, after)` compare two moments.
// `tests/browser/README.md` lists the kinds of finding. Measures are CSS pixels.
(() => {
  const SLACK = 1.5 // pixels that rounding may move a line box
  const DEEP = 2 // pixels by which two texts must meet
  const AA = { text: 4.5, large: 3 } // WCAG 2.2, 1.4.3
  const MIN_TARGET = { coarse: 44, fine: 24 } // WCAG 2.5.5 and 2.5.8
  const SMALLEST = { text: 13, drawn: 11 } // FRAME2 65
  const CONTROL =
    'button, a[href], input:not([type=hidden]), select, textarea, summary, [role=button], [role=tab], [role=slider], [role^=menuitem]'
  /** Where no text may end in an ellipsis. */
  const WORDS = '#decision, [data-prompt], [data-tray], [data-result], .odds, .battle .head'
  /** What pans: it is moved under its edge, so the edge cuts nothing off. */
  const PANS = '.area-map, .map, [data-movable]'
  /** What somebody opened over the rest, and closes again. */
  const OPENED = 'dialog, [popover], [role=menu], [role=tooltip], .drawer, .handle'
  const PIECE = '[data-stack], .pieces .pin, [data-fleet] .unit'
  const NAME = '[data-label], .caption span, [data-badge]'
  const UNSEEN = new Set(['SCRIPT', 'STYLE', 'TITLE', 'TEMPLATE', 'NOSCRIPT', 'OPTION', 'DEFS', 'SYMBOL', 'DESC'])

  // -- Elements -----------------------------------------------------------------------------------------------------

  /** The style of each element, read once per run. */
  let styles = new Map()
  const styleOf = (el) => {
    let found = styles.get(el)
    if (!found) styles.set(el, (found = getComputedStyle(el)))
    return found
  }
  /** The box of each element, read once a look as well: nothing moves during one. */
  let rects = new Map()
  const rectOf = (el) => {
    let found = rects.get(el)
    if (!found) rects.set(el, (found = el.getBoundingClientRect()))
    return found
  }
  const tagOf = (el) => el.tagName.toUpperCase()
  const unseen = (el) => UNSEEN.has(tagOf(el))
  const upwards = function* (el) {
    for (let one = el; one instanceof Element; one = one.parentElement) yield one
  }

  /** Only for screen readers: cut to nothing by its own clip path or size. */
  let hidden = new Map()
  const forReaders = (el) => {
    if (hidden.has(el)) return hidden.get(el)
    const style = styleOf(el)
    const { width, height } = rectOf(el)
    const cut = style.clipPath.startsWith('inset(50%') || style.clip === 'rect(0px, 0px, 0px, 0px)'
    const tiny = style.overflowX !== 'visible' && style.position === 'absolute' && (width <= 1 || height <= 1)
    const found = cut || tiny || (el.parentElement ? forReaders(el.parentElement) : false)
    hidden.set(el, found)
    return found
  }
  let visible = new Map()
  const shown = (el) => {
    if (!visible.has(el)) {
      const seen = el.getClientRects().length > 0 && el.checkVisibility({ checkOpacity: true, checkVisibilityCSS: true })
      visible.set(el, seen && !forReaders(el))
    }
    return visible.get(el)
  }

  const labelOf = (el) => {
    const said = el.getAttribute?.('aria-label') || el.textContent || el.getAttribute?.('title') || el.tagName
    return said.trim().replace(/\s+/g, ' ').slice(0, 90)
  }
  const quoted = (text) => `"${text.replace(/["\\]/g, '\\$&')}"`
  const MARKS = ['data-slot', 'data-frame', 'data-label', 'data-stack', 'data-badge', 'data-drop', 'data-choice', 'data-panel', 'data-fleet', 'data-tray', 'data-part', 'data-n']
  const stepOf = (el) => {
    if (el.id && !/^c?\d|-\d/.test(el.id)) return `#${CSS.escape(el.id)}`
    const mark = MARKS.find((name) => el.hasAttribute(name))
    if (mark) return `[${mark}=${quoted(el.getAttribute(mark))}]`
    const classes = [...el.classList].filter((name) => !name.startsWith('svelte-')).slice(0, 2)
    return el.tagName.toLowerCase() + classes.map((name) => `.${CSS.escape(name)}`).join('')
  }
  /** A short path by which somebody finds the element: up to what has an id. */
  const selectorOf = (el) => {
    const steps = []
    for (const one of upwards(el)) {
      if (one === document.body) break
      steps.unshift(stepOf(one))
      if (steps[0].startsWith('#') || (steps.length > 1 && steps[0].startsWith('['))) break
      if (steps.length === 4) break
    }
    return steps.join(' ')
  }
  const rounded = ({ left, top, right, bottom }) => [left, top, right - left, bottom - top].map((n) => Math.round(n))
  const found = []
  const report = (kind, el, rect, why, text = labelOf(el)) =>
    found.push({ kind, selector: selectorOf(el), text, rect: rounded(rect), why })

  // -- Clipping ----------------------------------------------------------------------------------------------------

  /** A modal dialog makes the rest inert: then only the dialog is looked at. */
  const root = () => [...document.querySelectorAll('dialog:modal')].at(-1) ?? document.body
  const intersect = (a, b) => ({
    left: Math.max(a.left, b.left), top: Math.max(a.top, b.top), right: Math.min(a.right, b.right), bottom: Math.min(a.bottom, b.bottom),
  })
  const has = (rect, x = 0, y = x) => rect.right - rect.left > x && rect.bottom - rect.top > y
  const inside = (rect, x, y) => x >= rect.left && x < rect.right && y >= rect.top && y < rect.bottom

  const paddingBox = (el) => {
    const { left, top, right, bottom } = rectOf(el)
    const style = styleOf(el)
    const by = (name) => parseFloat(style[`border${name}Width`]) || 0
    return { left: left + by('Left'), top: top + by('Top'), right: right - by('Right'), bottom: bottom - by('Bottom') }
  }
  /** Each box that cuts what an element holds, with what it does on either axis: it scrolls, pans or cuts off. */
  let cutters = new Map()
  const cuttersOf = (el) => {
    if (cutters.has(el)) return cutters.get(el)
    const list = []
    const style = styleOf(el)
    const way = (overflow, more) => (overflow === 'visible' ? null : /auto|scroll/.test(overflow) && more ? 'scrolls' : 'cuts')
    const drawn = el instanceof SVGElement && tagOf(el) !== 'SVG'
    if (!drawn && (style.overflowX !== 'visible' || style.overflowY !== 'visible') && style.display !== 'inline') {
      const pans = el.matches(PANS) || el.closest(PANS)
      const x = way(style.overflowX, el.scrollWidth > el.clientWidth + 1 && el.hasAttribute('data-scroll-x'))
      const y = way(style.overflowY, true)
      list.push({ el, box: paddingBox(el), x: x && pans ? 'pans' : x, y: y && pans ? 'pans' : y })
    }
    const free = el.matches(':popover-open, dialog:modal') || style.position === 'fixed'
    if (!free && el.parentElement) {
      // What is positioned is cut only by the block that contains it, and what cuts that.
      const from = style.position === 'absolute' ? (el.offsetParent ?? el.parentElement) : el.parentElement
      list.push(...cuttersOf(from))
    } else {
      const page = document.scrollingElement
      const y = !free && page.scrollHeight > innerHeight + 1 ? 'scrolls' : 'cuts'
      list.push({ el: null, box: { left: 0, top: 0, right: innerWidth, bottom: innerHeight }, x: 'cuts', y })
    }
    cutters.set(el, list)
    return list
  }
  const seenOf = (el, rect) =>
    cuttersOf(el).reduce((now, { box, x, y }) => {
      const own = { left: x ? box.left : -1e9, right: x ? box.right : 1e9, top: y ? box.top : -1e9, bottom: y ? box.bottom : 1e9 }
      return intersect(now, own)
    }, rect)

  // -- Text ---------------------------------------------------------------------------------------------------------

  const pen = document.createElement('canvas').getContext('2d', { willReadFrequently: true })
  /** The parts of a line box above and below its ink, from 0 to 1. */
  let inks = new Map()
  const inkOf = (style, text) => {
    const key = `${style.font}|${text}`
    if (!inks.has(key)) {
      pen.font = style.font
      const m = pen.measureText(text)
      const high = m.fontBoundingBoxAscent + m.fontBoundingBoxDescent || 1
      inks.set(key, [(m.fontBoundingBoxAscent - m.actualBoundingBoxAscent) / high, (m.fontBoundingBoxDescent - m.actualBoundingBoxDescent) / high])
    }
    return inks.get(key)
  }
  const turned = (el) => {
    const ctm = el.getScreenCTM?.()
    return !!ctm && (Math.abs(ctm.b) > 0.01 || Math.abs(ctm.c) > 0.01)
  }
  const scaleOf = (el) => {
    const ctm = el.getScreenCTM?.()
    return ctm ? Math.hypot(ctm.a, ctm.b) : 1
  }
  /** Every line of text with the box of its ink. */
  const texts = () => {
    const list = []
    const walk = document.createTreeWalker(root(), NodeFilter.SHOW_TEXT)
    while (walk.nextNode()) {
      const node = walk.currentNode
      const el = node.parentElement
      if (!node.data.trim() || !el || unseen(el) || el.closest('select, defs, symbol') || !shown(el)) continue
      const style = styleOf(el)
      const drawn = el instanceof SVGElement
      if (paint(drawn ? style.fill : style.color)?.[3] === 0) continue
      const range = document.createRange()
      range.selectNodeContents(node)
      const upright = style.writingMode.startsWith('horizontal')
      const [over, under] = upright && !turned(el) ? inkOf(style, node.data.trim()) : [0.2, 0.2]
      // A range does not know of letters that are squeezed to a length; the element does.
      const squeezed = drawn && el.hasAttribute('textLength')
      for (const line of squeezed ? [rectOf(el)] : range.getClientRects()) {
        if (line.width < 2 || line.height < 2) continue
        const sideways = !upright || turned(el)
        const [dx, dy, dr, db] = sideways ? [0.2 * line.width, 0.2 * line.height, 0.2 * line.width, 0.2 * line.height] : [0.5, over * line.height, 0.5, under * line.height]
        const ink = { left: line.left + dx, top: line.top + dy, right: line.right - dr, bottom: line.bottom - db }
        if (!has(ink)) continue
        list.push({ el, node, style, drawn, ink, line, seen: seenOf(el, ink) })
      }
    }
    return list
  }

  // -- Colour and paint ---------------------------------------------------------------------------------------------

  /** A colour as red, green, blue (0 to 255) and alpha (0 to 1); nothing for what is no plain colour. */
  const colours = new Map()
  const paint = (text) => {
    if (!text || text === 'none' || text.startsWith('url')) return null
    if (!colours.has(text)) {
      pen.clearRect(0, 0, 1, 1)
      pen.fillStyle = '#000'
      pen.fillStyle = text
      pen.fillRect(0, 0, 1, 1)
      const [r, g, b, a] = pen.getImageData(0, 0, 1, 1).data
      const alpha = /\/\s*([\d.]+%?)\)|rgba\([^)]*,\s*([\d.]+)\)/.exec(text)
      const share = alpha && (alpha[1] ?? alpha[2])
      colours.set(text, [r, g, b, share ? Number.parseFloat(share) / (share.endsWith('%') ? 100 : 1) : a / 255])
    }
    return colours.get(text)
  }
  let faded = new Map()
  /** How much an element lets through with all around it. */
  const opacityOf = (el) => {
    if (!faded.has(el)) faded.set(el, Number(styleOf(el).opacity) * (el.parentElement ? opacityOf(el.parentElement) : 1))
    return faded.get(el)
  }
  const GEOMETRY = new Set(['PATH', 'RECT', 'CIRCLE', 'ELLIPSE', 'POLYGON', 'LINE', 'POLYLINE'])
  const PICTURES = new Set(['IMG', 'CANVAS', 'VIDEO'])
  const drawnInside = (el) => el instanceof SVGElement && tagOf(el) !== 'SVG'
  /** What an element paints anywhere: a colour, nothing, or `unknown` for pictures and patterns. */
  let fills = new Map()
  const fillOf = (el) => {
    if (fills.has(el)) return fills.get(el)
    const style = styleOf(el)
    const faint = (text, share) => {
      const [r, g, b, a] = paint(text) ?? [0, 0, 0, 0]
      return a ? [r, g, b, a * share * opacityOf(el)] : null
    }
    let fill
    if (drawnInside(el)) {
      if (!GEOMETRY.has(tagOf(el)) || style.fill === 'none') fill = null
      else fill = style.fill.startsWith('url') ? 'unknown' : faint(style.fill, Number(style.fillOpacity))
    } else if (PICTURES.has(tagOf(el)) || style.backgroundImage !== 'none') fill = 'unknown'
    else fill = faint(style.backgroundColor, 1)
    fills.set(el, fill)
    return fill
  }
  let inverses = new Map()
  const ownPoint = (el, x, y) => {
    if (!inverses.has(el)) inverses.set(el, el.getScreenCTM()?.inverse())
    const inverse = inverses.get(el)
    return inverse ? new DOMPoint(x, y).matrixTransform(inverse) : null
  }
  /** Whether an element that paints does so at a point. */
  const paintsAt = (el, x, y) => {
    if (!drawnInside(el)) return [...el.getClientRects()].some((rect) => inside(rect, x, y))
    const point = ownPoint(el, x, y)
    return !point || el.isPointInFill(point)
  }
  const opaque = (el) => {
    const fill = fillOf(el)
    return fill === 'unknown' ? PICTURES.has(tagOf(el)) : fill !== null && fill[3] >= 0.85
  }
  const hides = (el, x, y) => opaque(el) && inside(rectOf(el), x, y) && paintsAt(el, x, y)

  // -- The order of painting, see `paint_order.js` ------------------------------------------------------------------

  let scene = null
  const sceneNow = () =>
    (scene ??= window.paintOrder({ root, styleOf, rectOf, tagOf, unseen, drawnInside, fillOf, opacityOf, seenOf, has, intersect, inside }))
  /** All elements at a point from the top, those that let presses through as well. Only within `painted`. */
  const layersAt = (x, y) => document.elementsFromPoint(x, y)
  const painted = (look) => {
    // A constructed sheet, which the page's content security policy lets in.
    const sheet = new CSSStyleSheet()
    sheet.replaceSync('*, *::before, *::after { pointer-events: auto !important }')
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet]
    try {
      look()
    } finally {
      document.adoptedStyleSheets = document.adoptedStyleSheets.filter((one) => one !== sheet)
    }
  }

  // -- Text: overlap, clipping, size --------------------------------------------------------------------------------

  const middle = (rect) => [(rect.left + rect.right) / 2, (rect.top + rect.bottom) / 2]

  /** Both are seen where they meet: nothing opaque lies over the lower one. */
  const bothSeen = (a, b, x, y) => {
    const { paints, places } = sceneNow()
    const below = places.get(a.el) < places.get(b.el) ? a.el : b.el
    if (paints.at(x, y).some(({ el, place }) => place > places.get(below) && !el.contains(below) && hides(el, x, y))) return false
    const layers = layersAt(x, y)
    const [i, j] = [a, b].map(({ el }) => layers.indexOf(el))
    if (i < 0 || j < 0) return false
    const lower = i > j ? a : b
    return !layers.slice(0, Math.max(i, j)).some((el) => !el.contains(lower.el) && hides(el, x, y))
  }
  const overlaps = (list) => {
    const sorted = list.filter(({ seen }) => has(seen, DEEP)).sort((a, b) => a.seen.top - b.seen.top)
    const told = new Set()
    sorted.forEach((a, place) => {
      for (let k = place + 1; k < sorted.length && sorted[k].seen.top < a.seen.bottom; k++) {
        const b = sorted[k]
        const meet = intersect(a.seen, b.seen)
        if (!has(meet, DEEP) || a.node === b.node) continue
        const drawn = a.el.closest('text')
        if (drawn && drawn === b.el.closest('text')) continue
        if (told.has(a.el) && told.has(b.el)) continue
        if (!bothSeen(a, b, ...middle(meet))) continue
        told.add(a.el).add(b.el)
        report('text-overlap', a.el, meet, `${quoted(a.node.data.trim())} runs into ${quoted(b.node.data.trim())} (${selectorOf(b.el)})`)
      }
    })
  }

  const cutBy = ({ el, ink }) => {
    for (const { el: by, box, x, y } of cuttersOf(el)) {
      if (!has(box)) return null // folded away
      const over = { left: box.left - ink.left, right: ink.right - box.right, top: box.top - ink.top, bottom: ink.bottom - box.bottom }
      const gone = over.left > ink.right - ink.left || over.top > ink.bottom - ink.top
      if (!by && gone) return null // a link that comes into the window once it has the focus
      const sides = [...(x === 'cuts' ? ['left', 'right'] : []), ...(y === 'cuts' ? ['top', 'bottom'] : [])]
      const side = sides.find((name) => over[name] > SLACK)
      if (side) return { by, side, much: over[side] }
      if (x === 'pans' || y === 'pans') return null
      // Scrolled out of sight here: what cuts further out cuts the box that scrolls.
      if (y === 'scrolls' && (over.top > 0 || over.bottom > 0)) return null
    }
    return null
  }
  const dots = (text) => /(…|\.\.\.)$/.test(text.trim())
  const clipped = (list) => {
    const told = new Set()
    for (const text of list) {
      const { el, node, ink } = text
      if (told.has(el)) continue
      const words = el.closest(WORDS)
      const cut = cutBy(text)
      if (cut) {
        told.add(el)
        const shortened = cut.by && [...upwards(el)].some((one) => one === cut.by || cut.by.contains(one) ? styleOf(one).textOverflow === 'ellipsis' || styleOf(one).webkitLineClamp !== 'none' : false)
        const kind = words && shortened ? 'ellipsis' : 'text-clipped'
        const where = cut.by ? selectorOf(cut.by) : 'the window'
        report(kind, el, ink, `${where} cuts ${Math.round(cut.much)} px off at the ${cut.side}${shortened ? ' and shows "…"' : ''}`, node.data.trim().slice(0, 90))
      } else if (words && dots(node.data) && !el.closest('input')) {
        told.add(el)
        report('ellipsis', el, ink, 'ends in "…"', node.data.trim().slice(0, 90))
      }
    }
  }
  /** A line leaves the control or the bordered box that it belongs to. */
  const outOfBox = (list) => {
    const told = new Set()
    for (const { el, node, ink, drawn } of list) {
      if (drawn) continue
      for (const box of upwards(el)) {
        const style = styleOf(box)
        const bordered = style.display !== 'inline' && parseFloat(style.borderLeftWidth) > 0 && parseFloat(style.borderTopWidth) > 0
        if (bordered || box.matches('button')) {
          const rect = rectOf(box)
          const much = Math.max(rect.left - ink.left, ink.right - rect.right, rect.top - ink.top, ink.bottom - rect.bottom)
          if (much > SLACK && has(rect) && !/auto|scroll|hidden|clip/.test(style.overflowX + style.overflowY) && !told.has(el)) {
            told.add(el)
            report('text-outside', el, ink, `leaves ${selectorOf(box)} by ${Math.round(much)} px`, node.data.trim().slice(0, 90))
          }
          break
        }
        if (style.position === 'absolute' || style.position === 'fixed' || style.overflowY !== 'visible') break
      }
    }
  }
  /** A word that is broken within itself: a run of letters on two lines, where the style lets a line end anywhere. */
  const broken = (list) => {
    const told = new Set()
    for (const { el, node, style, drawn, line } of list) {
      if (drawn || told.has(node) || el.closest('code, textarea, [contenteditable]')) continue
      if (style.overflowWrap === 'normal' && !/^break/.test(style.wordBreak) && style.lineBreak !== 'anywhere') continue
      told.add(node)
      const range = document.createRange()
      range.selectNodeContents(node)
      if (new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size < 2) continue
      for (const { 0: word, index } of node.data.matchAll(/[\p{L}\p{M}'\u2019]{2,}/gu)) {
        if (/:\/\/\S*$/.test(node.data.slice(0, index))) continue // part of an address
        range.setStart(node, index)
        range.setEnd(node, index + word.length)
        const lines = new Set([...range.getClientRects()].filter(({ width }) => width > 0).map(({ top }) => Math.round(top))).size
        if (lines < 2) continue
        report('word-broken', el, line, `${quoted(word)} is broken over ${lines} lines`, node.data.trim().slice(0, 90))
        break
      }
    }
  }
  const small = (list) => {
    const told = new Set()
    for (const { el, style, drawn, ink } of list) {
      const least = drawn || el.closest('.counter, .pieces') ? SMALLEST.drawn : SMALLEST.text
      const size = parseFloat(style.fontSize) * (drawn ? scaleOf(el) : 1)
      if (size >= least - 0.05 || told.has(el)) continue
      told.add(el)
      report('small-text', el, ink, `${size.toFixed(1)} px, less than ${least}`)
    }
  }

  // -- Contrast -----------------------------------------------------------------------------------------------------

  const light = (v) => (v <= 10.31 ? v / 255 / 12.92 : ((v / 255 + 0.055) / 1.055) ** 2.4)
  const luminance = ([r, g, b]) => 0.2126 * light(r) + 0.7152 * light(g) + 0.0722 * light(b)
  const over = (top, under) => [0, 1, 2].map((k) => top[k] * top[3] + under[k] * (1 - top[3]))
  const ratio = (a, b) => {
    const [x, y] = [luminance(a), luminance(b)]
    return (Math.max(x, y) + 0.05) / (Math.min(x, y) + 0.05)
  }
  const haloOf = ({ style, drawn }) => {
    const halo = drawn && /^stroke/.test(style.paintOrder) && parseFloat(style.strokeWidth) >= 2 ? paint(style.stroke) : null
    return halo?.[3] === 1 ? halo : null
  }
  /** The colour that elements give together, from the top; nothing where it cannot be known. */
  const mixed = (elements, x, y) => {
    const under = []
    for (const one of elements) {
      const colour = fillOf(one)
      if (!colour || !paintsAt(one, x, y)) continue
      if (colour === 'unknown') return null
      under.unshift(colour)
      if (colour[3] >= 0.999) break
    }
    return under.reduce((ground, one) => over(one, ground), [255, 255, 255])
  }
  /** The colour under a text at a point; nothing where it cannot be known, or where the text does not show. */
  const groundAt = (el, x, y) => {
    const layers = layersAt(x, y)
    const at = layers.indexOf(el)
    if (at < 0 || layers.slice(0, at).some((one) => !one.contains(el) && hides(one, x, y))) return null
    return mixed(layers.slice(at), x, y)
  }
  /** The same by the order of painting. */
  const groundPainted = (el, x, y) => {
    const { paints, places } = sceneNow()
    const here = paints.at(x, y)
    if (here.some((one) => one.place > places.get(el) && !one.el.contains(el) && hides(one.el, x, y))) return null
    return mixed(here.flatMap((one) => (one.place <= places.get(el) || one.el.contains(el) ? [one.el] : [])), x, y)
  }
  const contrast = (list) => {
    const told = new Set()
    for (const text of list) {
      const { el, style, drawn, seen } = text
      if (told.has(el) || !has(seen, 2) || el.closest(':disabled, [aria-disabled=true]')) continue
      const fill = paint(drawn ? style.fill : style.color)
      if (!fill) continue
      const own = [fill[0], fill[1], fill[2], fill[3] * opacityOf(el) * (drawn ? Number(style.fillOpacity) : 1)]
      const size = parseFloat(style.fontSize) * (drawn ? scaleOf(el) : 1)
      const large = size >= 24 || (size >= 18.66 && Number(style.fontWeight) >= 700)
      const least = large ? AA.large : AA.text
      const y = (seen.top + seen.bottom) / 2
      const halo = haloOf(text)
      const ratioBy = (look) => {
        const grounds = halo ? [halo] : [0.15, 0.5, 0.85].map((share) => look(el, seen.left + (seen.right - seen.left) * share, y))
        return Math.min(...grounds.filter((one) => one).map((ground) => ratio(over(own, ground), ground)))
      }
      if (ratioBy(groundPainted) >= least - 0.01) continue
      const worst = ratioBy(groundAt)
      if (worst >= least - 0.01) continue
      told.add(el)
      report('contrast', el, seen, `${worst.toFixed(2)} to 1, less than ${least}`, text.node.data.trim().slice(0, 90))
    }
  }

  // -- Controls -----------------------------------------------------------------------------------------------------

  let listed = null
  const controls = () => (listed ??= [...root().querySelectorAll(CONTROL)].filter((el) => shown(el) && !(el instanceof SVGElement)))
  const dead = (el) => el.matches(':disabled, [aria-disabled=true]') || !!el.closest('[inert], [aria-disabled=true]') || (el.matches('[data-through]') && styleOf(el).pointerEvents === 'none')
  const grid = (rect, n, edge = 0) => {
    const [w, h] = [rect.right - rect.left - 2 * edge, rect.bottom - rect.top - 2 * edge]
    if (w <= 0 || h <= 0) return []
    const along = Array.from({ length: n }, (_, k) => (n > 1 ? k / (n - 1) : 0.5))
    return along.flatMap((fx) => along.map((fy) => [rect.left + edge + w * fx, rect.top + edge + h * fy]))
  }
  /** What scrolls an element: boxes around it, and the page where that is longer than its window. */
  const scrollersOf = (el) => cuttersOf(el).flatMap(({ el: one, y }) => (one !== el && y === 'scrolls' ? [one ?? document.scrollingElement] : []))
  const overlays = (el, target) => {
    const opened = el.closest(OPENED)
    if (opened && !opened.contains(target)) return true
    const stays = (scroller) => [...upwards(el)].some((one) => scroller !== one && scroller.contains(one) && styleOf(one).position === 'sticky')
    return scrollersOf(target).some((scroller) => scroller.contains(el) && stays(scroller))
  }
  /** Whether a control draws something at a point: a counter is pressed where it is drawn, not all over its box. */
  let parts = new Map()
  const drawnAt = (el, x, y) => {
    if (!parts.has(el)) parts.set(el, [el, ...el.querySelectorAll('*')].filter(opaque))
    return parts.get(el).some((one) => hides(one, x, y))
  }
  const onMap = (el) => !!el.closest('.pieces')
  /** Under a finger the nearest counter of such a board is meant, whatever room others have. */
  const nearestWins = (coarse, el) => coarse && onMap(el) && !!el.closest('[data-nearest]')
  const stackOf = (el) => el.closest(PIECE)
  /** One stack, or piles of one row in one place: they lie over each other with their numbers seen. */
  const together = (a, b) => {
    const [one, other] = [stackOf(a), stackOf(b)]
    if (!one || !other) return false
    return one === other || (!!one.dataset.spot && one.dataset.spot === other.dataset.spot)
  }

  const covered = (list) => {
    const pieces = [...root().querySelectorAll('[data-stack], [data-fleet] .unit')].map((el) => el.querySelector('.counter, .press, button') ?? el)
    // A name is covered where its ink is.
    const names = list.filter(({ el }) => el.closest(NAME)).map(({ el, seen }) => [el, seen, 1])
    const boxes = [...new Set([...controls(), ...pieces])].filter(shown).map((el) => [el, seenOf(el, rectOf(el)), 3])
    const { paints, over: above } = sceneNow()
    for (const [target, seen, edge] of [...names, ...boxes]) {
      const hiders = paints.meets(seen).filter(
        (one) => opaque(one.el) && above(one, target) && !one.el.contains(target) && !target.contains(one.el) && !overlays(one.el, target) && !together(one.el, target),
      )
      if (!hiders.length) continue
      const wide = Math.min(15, Math.max(5, Math.ceil((seen.right - seen.left) / 12)))
      let count = 0
      let by = null
      const points = grid(seen, wide, edge)
      for (const [x, y] of points) {
        if (!hiders.some((one) => inside(one.box, x, y) && paintsAt(one.el, x, y))) continue
        if (onMap(target) && !drawnAt(target, x, y)) continue
        if (count > 1) {
          count++ // the browser has confirmed two points; the others are as they are drawn
          continue
        }
        const layers = layersAt(x, y)
        const at = layers.findIndex((el) => target.contains(el) || el === target)
        const over = layers.slice(0, at).find((el) => !el.contains(target) && !overlays(el, target) && !together(el, target) && hides(el, x, y))
        if (at > 0 && over) {
          count++
          by ??= over
        }
      }
      if (count > 1) report('covered', target, seen, `${selectorOf(by)} (${quoted(labelOf(by).slice(0, 30))}) lies over ${count} of ${points.length} points of it`)
    }
  }

  /** A part of something lit that a press does not reach. */
  const unpressed = (coarse) => {
    const lost = new Map()
    const note = (el, hit) => lost.set(el, [...(lost.get(el) ?? []), hit])
    const leads = (area, hit) => {
      const id = area.dataset.drop
      if (id && hit.closest(`[data-drop="${CSS.escape(id)}"], [data-leads="${CSS.escape(id)}"]`)) return true
      // A stack that lies on it is a choice itself, or passes the press on.
      return !!hit.closest('[data-legal], [aria-pressed=true], [data-through], [data-leads]')
    }
    const { presses, over: above } = sceneNow()
    /** What may take a press meant for an element. */
    const takers = (el, seen) => presses.meets(seen).filter((one) => above(one, el) && !el.contains(one.el) && !one.el.contains(el))
    for (const area of root().querySelectorAll('svg [data-legal]')) {
      if (!(area instanceof SVGGeometryElement) || !shown(area)) continue
      const map = area.closest(PANS) ?? area.ownerSVGElement
      const seen = seenOf(area, rectOf(area))
      const others = takers(area, seen).filter(
        ({ el }) => map.contains(el) && !(el instanceof SVGGeometryElement && el.dataset.drop) && !leads(area, el),
      )
      for (const [k, [x, y]] of grid(seen, 9, 2).entries()) {
        const sample = k % 4 === 0 && Math.floor(k / 9) % 4 === 0
        if (!sample && !others.some((one) => inside(one.box, x, y))) continue
        if (!area.isPointInFill(ownPoint(area, x, y))) continue
        const hit = document.elementFromPoint(x, y)
        // Another area drawn over this one is no part of it; what lies over the whole map is no part of the map.
        if (!hit || hit === area || !map.contains(hit) || (hit instanceof SVGGeometryElement && hit.dataset.drop)) continue
        if (!leads(area, hit)) note(area, hit)
      }
    }
    for (const one of controls()) {
      if (dead(one) || nearestWins(coarse, one)) continue
      const rect = seenOf(one, rectOf(one))
      const others = takers(one, rect)
      const [mx, my] = middle(rect)
      for (const [x, y] of grid(rect, 5, Math.min(4, (rect.bottom - rect.top) / 6))) {
        const amid = Math.abs(x - mx) <= 1 || Math.abs(y - my) <= 1
        if (!amid && !others.some((other) => inside(other.box, x, y))) continue
        const hit = document.elementFromPoint(x, y)
        if (!hit || one.contains(hit) || hit.closest('label')?.control === one) continue
        // Round corners are not part of it; along its middle all is.
        if (onMap(one) && !drawnAt(one, x, y)) continue
        if (hit.contains(one) && Math.abs(x - mx) > 1 && Math.abs(y - my) > 1) continue
        if ((together(hit, one) && !hit.contains(one)) || overlays(hit, one)) continue
        // What is drawn over it covers it; here it is drawn, and something unseen takes the press.
        if ([...upwards(hit)].some((el) => !el.contains(one) && hides(el, x, y))) continue
        note(one, hit)
      }
    }
    for (const [el, hits] of lost) report('dead-press', el, rectOf(el), `${hits.length} points lead to ${[...new Set(hits.map((hit) => selectorOf(hit.closest(CONTROL) ?? hit)))].slice(0, 3).join('; ')}`)
  }

  const actOf = (el) => el.closest('[data-choice]')?.dataset.choice ?? labelOf(el)
  const keyNames = { Escape: 'Esc' }
  const keysTwice = () => {
    const keys = new Map()
    const told = new Set()
    for (const one of root().querySelectorAll(`:is(${CONTROL})[aria-keyshortcuts], :is(${CONTROL}) kbd`)) {
      const control = one.closest(CONTROL)
      if (!control || !shown(control) || (tagOf(one) === 'KBD' && !shown(one))) continue
      const said = tagOf(one) === 'KBD' ? one.textContent.trim() : one.getAttribute('aria-keyshortcuts')
      const key = (keyNames[said] ?? said).replace('+', ' ').toUpperCase()
      const before = keys.get(key)
      if (!before) keys.set(key, control)
      else if (before !== control && actOf(before) !== actOf(control) && !told.has(control)) {
        told.add(control)
        report('key-twice', control, rectOf(control), `${key} is also the key of ${quoted(labelOf(before))} (${selectorOf(before)})`)
      }
    }
  }

  /** How wide and high the part around the middle is in which a press reaches a control. */
  const reachOf = (el, least) => {
    const [x, y] = middle(rectOf(el))
    const own = (hit) => !!hit && (el.contains(hit) || hit.closest('label')?.control === el || (hit.closest('label') && hit.closest('label').contains(el)))
    if (!own(document.elementFromPoint(x, y))) return null
    const far = (dx, dy) => {
      let [n, beyond] = [0, least + 1]
      while (beyond - n > 1) {
        const half = (n + beyond) >> 1
        if (own(document.elementFromPoint(x + dx * half, y + dy * half))) n = half
        else beyond = half
      }
      return n
    }
    return [far(-1, 0) + far(1, 0) + 1, far(0, -1) + far(0, 1) + 1]
  }
  /** A link or a term within a line of text, which has the height of the line. */
  const inText = (el) => {
    if (!/^inline/.test(styleOf(el).display)) return false
    if ([...el.parentElement.childNodes].some((node) => node.nodeType === 3 && node.data.trim())) return true
    const line = [...upwards(el)].find((one) => styleOf(one).display !== 'inline')
    return !!line && line !== el && line.textContent.trim() !== el.textContent.trim()
  }
  const touch = (coarse) => {
    const least = coarse ? MIN_TARGET.coarse : MIN_TARGET.fine
    for (const el of controls()) {
      if (dead(el)) continue
      const rect = rectOf(el)
      const seen = seenOf(el, rect)
      if (stackOf(el) || el.closest('.pieces')) {
        // A counter is reached in two taps as long as one of them reaches its stack.
        const apart = (other) => Math.hypot(...middle(rectOf(other)).map((n, k) => n - middle(rect)[k]))
        const alone = () => ![...root().querySelectorAll('.pieces .pin button')].some((other) => other !== el && shown(other) && apart(other) < 4 && !together(other, el))
        const reaches = ([x, y]) => {
          const hit = document.elementFromPoint(x, y)
          return hit && (el.contains(hit) || (together(hit, el) && hit.closest(`${CONTROL}, .press`)))
        }
        const reached = !has(seen, 6) || reaches(middle(seen)) || (nearestWins(coarse, el) && alone()) || grid(seen, 5, 2).some(reaches)
        if (!reached) report('touch-target', el, seen, 'no press reaches it')
        continue
      }
      if (seen.right - seen.left < rect.width - 1 || seen.bottom - seen.top < rect.height - 1 || inText(el)) continue
      if (rect.width >= least - 0.5 && rect.height >= least - 0.5) continue
      const reach = reachOf(el, least)
      if (reach && (reach[0] < least - 1 || reach[1] < least - 1)) {
        const low = reach[1] < least - 1
        report('touch-target', el, rect, `${low ? `${reach[1]} px high` : `${reach[0]} px wide`}, less than ${least}`)
      }
    }
    const hexes = root().querySelector('[data-hexes]')
    const lit = root().querySelector('#board .spot')
    if (coarse && hexes && lit && innerWidth < 720 && !root().querySelector('#board button.aim-button')) {
      report('touch-target', hexes, rectOf(hexes), 'no button chooses a hex')
    }
  }

  const scrolls = () => {
    const { scrollWidth, scrollHeight } = document.documentElement
    const rect = { left: 0, top: 0, right: scrollWidth, bottom: scrollHeight }
    if (scrollWidth > innerWidth + 1) report('page-scrolls', document.body, rect, `${scrollWidth} px wide in a window of ${innerWidth}`, '')
    if (scrollHeight > innerHeight + 1) report('page-scrolls', document.body, rect, `${scrollHeight} px high in a window of ${innerHeight}`, '')
  }

  /**
   * All findings now. `only`: these kinds. `coarse`: a finger is the pointer. `still`: the page must not scroll.
   */
  const find = ({ only = null, coarse = matchMedia('(pointer: coarse)').matches, still = false } = {}) => {
    found.length = 0
    for (const table of [styles, rects, hidden, visible, cutters, inks, faded, fills, inverses, parts]) table.clear()
    scene = listed = null
    const wanted = (...kinds) => !only || kinds.some((kind) => only.includes(kind))
    const list = texts()
    if (wanted('text-clipped', 'ellipsis')) clipped(list)
    if (wanted('text-outside')) outOfBox(list)
    if (wanted('small-text')) small(list)
    if (wanted('word-broken')) broken(list)
    if (wanted('key-twice')) keysTwice()
    if (wanted('dead-press')) unpressed(coarse)
    if (wanted('touch-target')) touch(coarse)
    if (still && wanted('page-scrolls')) scrolls()
    painted(() => {
      if (wanted('text-overlap')) overlaps(list)
      if (wanted('contrast')) contrast(list)
      if (wanted('covered')) covered(list)
    })
    return only ? found.filter(({ kind }) => only.includes(kind)) : [...found]
  }

  // -- Stillness ----------------------------------------------------------------------------------------------------

  const half = (n) => Math.round(n * 2) / 2
  const boxOf = (el) => {
    const { x, y, width, height } = rectOf(el)
    return [x, y, width, height].map(half)
  }
  /** Where the parts of the page, the slots, the names and the counters are, and what each place holds. */
  const snapshot = () => {
    for (const table of [styles, rects, hidden, visible]) table.clear()
    const all = (where) => [...document.querySelectorAll(where)].filter(shown)
    const parts = Object.fromEntries(all('[data-frame]').map((el) => [el.dataset.frame, boxOf(el)]))
    const slots = Object.fromEntries(all('[data-slot]').map((el) => [el.dataset.slot, boxOf(el)]))
    const names = Object.fromEntries(all('#board [data-label]').map((el) => [el.dataset.label, boxOf(el)]))
    const spots = {}
    for (const el of all('#board [data-stack]')) (spots[el.dataset.spot ?? ''] ??= {})[el.dataset.stack] = boxOf(el)
    // A cell is a unit's place, whether the unit is still in it or not.
    const units = Object.fromEntries(all('[data-unit], [data-fleet] [data-drop]:not([data-unit] *)').map((el) => [el.dataset.unit ?? el.dataset.drop, boxOf(el)]))
    const camera = document.querySelector('#board .chart .viewport')?.getAttribute('transform') ?? null
    return { window: [innerWidth, innerHeight], title: (document.querySelector('.battle')?.getAttribute('aria-label') ?? '').split(', round')[0], parts, slots, names, spots, units, camera }
  }
  const same = (a, b, by = 0.5) => a.every((n, k) => Math.abs(n - b[k]) <= by)
  const centred = ([x, y, w, h], [u, v, k, l]) => same([x + w / 2, y + h / 2], [u + k / 2, v + l / 2])
  /**
   * What moved between two moments that no act moved. `acted` names the units, stacks and spots that the act moved;
   * a place in which something came or went may be laid out again.
   */
  const moved = (before, after, acted = []) => {
    const list = []
    const tell = (what, name, from, to) =>
      list.push({ kind: 'moved', selector: what, text: name, rect: to.map(Math.round), why: `was at ${from.join(', ')}, is at ${to.join(', ')}` })
    if (!same(before.window, after.window)) return list
    for (const part of ['parts', 'slots']) {
      for (const [name, box] of Object.entries(before[part])) {
        const now = after[part][name]
        if (now && !same(box, now)) tell(part === 'parts' ? `[data-frame="${name}"]` : `[data-slot="${name}"]`, name, box, now)
      }
    }
    if (before.title && before.title === after.title) {
      for (const [name, box] of Object.entries(before.units)) {
        const now = after.units[name]
        if (now && !acted.includes(name) && !same(box, now)) tell(`[data-drop="${name}"]`, name, box, now)
      }
    }
    if (before.camera === null || after.camera === null) return list
    if (before.camera !== after.camera) {
      list.push({ kind: 'moved', selector: '#board .chart .viewport', text: 'the map', rect: [0, 0, 0, 0], why: `was ${before.camera}, is ${after.camera}` })
      return list
    }
    for (const [name, box] of Object.entries(before.names)) {
      const now = after.names[name]
      if (now && !acted.includes(name) && !centred(box, now)) tell(`[data-label="${name}"]`, name, box, now)
    }
    for (const [spot, held] of Object.entries(before.spots)) {
      const now = after.spots[spot]
      if (!now || acted.includes(spot) || Object.keys(held).join() !== Object.keys(now).join()) continue
      for (const [stack, box] of Object.entries(held)) {
        // One that grew or shrank is another stack in the same place.
        if (!acted.includes(stack) && same(box.slice(2), now[stack].slice(2)) && !same(box, now[stack])) tell(`[data-stack="${stack}"]`, stack, box, now[stack])
      }
    }
    return list
  }

  window.oracle = { find, snapshot, moved }
})()

// The boxes of the page in the order in which CSS paints them (CSS 2, appendix E), in cells of the window. The browser's own
// list of what lies at a point takes milliseconds on a map of thousands of shapes, and a look at a page needs thousands of
// points; so the browser is asked only where these boxes show a fault. Part of the layout oracle: `oracle.js` calls this with
// its functions for elements, and gets what is painted, what takes presses, the place of each element in the order, and
// whether one lies over another.
window.paintOrder = ({ root, styleOf, rectOf, tagOf, unseen, drawnInside, fillOf, opacityOf, seenOf, has, intersect, inside }) => {
  const CELL = 64
  /** Whether an element is painted apart from the text around it, and whether it holds what is positioned in it. */
  const layered = (el, style) => {
    if (drawnInside(el)) return [false, false]
    if (el.matches('dialog:modal, :popover-open')) return [true, true]
    const item = el.parentElement && /flex|grid/.test(styleOf(el.parentElement).display)
    const z = style.zIndex !== 'auto' && (style.position !== 'static' || item)
    const holds = z || style.opacity !== '1' || style.transform !== 'none' || style.filter !== 'none' || style.isolation === 'isolate'
      || /fixed|sticky/.test(style.position) || /paint|content|strict/.test(style.contain) || style.willChange !== 'auto' || style.containerType !== 'normal'
    return [holds || style.position !== 'static', holds]
  }
  /** What a press reaches: the box with what its own pseudo-elements add to it. */
  const pressBox = (el) => {
    let { left, top, right, bottom } = rectOf(el)
    if (drawnInside(el)) return { left, top, right, bottom }
    for (const part of ['::before', '::after']) {
      const style = getComputedStyle(el, part)
      if (style.content === 'none' || style.content === 'normal' || style.position !== 'absolute') continue
      const by = (name) => Math.min(0, parseFloat(style[name]) || 0)
      left = Math.min(left, rectOf(el).left + by('left'))
      top = Math.min(top, rectOf(el).top + by('top'))
      right = Math.max(right, rectOf(el).right - by('right'))
      bottom = Math.max(bottom, rectOf(el).bottom - by('bottom'))
    }
    return { left, top, right, bottom }
  }
  const layer = (el, z, base) => ({ el, z, base, own: [], held: [] })
  const top = layer(root(), 0, true)
  const walk = (el, now, holder) => {
    const style = styleOf(el)
    if (style.display === 'none' || unseen(el) || el.hidden) return
    const [apart, holds] = el === top.el ? [false, false] : layered(el, style)
    if (apart) {
      const z = el.matches('dialog:modal, :popover-open') ? 1e9 : holds && style.zIndex !== 'auto' ? Number(style.zIndex) : 0
      now = layer(el, z, holds)
      holder.held.push(now)
      if (holds) holder = now
    }
    now.own.push(el)
    for (const child of el.children) walk(child, now, holder)
  }
  walk(top.el, top, top)
  const places = new Map()
  const homes = new Map()
  const number = (one) => {
    const held = one.held.map((each, k) => [each, k]).sort(([a, i], [b, j]) => a.z - b.z || i - j).map(([each]) => each)
    const put = (el) => places.set(el, places.size) && homes.set(el, one)
    if (one.own.length) put(one.own[0])
    for (const each of held) if (each.z < 0) number(each)
    one.own.slice(1).forEach(put)
    for (const each of held) if (each.z >= 0) number(each)
  }
  number(top)
  const wide = Math.ceil(innerWidth / CELL)
  const table = () => {
    const cells = new Map()
    const near = function* ({ left, top, right, bottom }) {
      for (let x = Math.max(0, Math.floor(left / CELL)); x <= Math.min(wide - 1, Math.floor(right / CELL)); x++) {
        for (let y = Math.max(0, Math.floor(top / CELL)); y <= Math.floor(Math.min(bottom, innerHeight - 1) / CELL); y++) yield y * wide + x
      }
    }
    return {
      add: (entry) => {
        for (const cell of near(entry.box)) (cells.get(cell) ?? cells.set(cell, []).get(cell)).push(entry)
      },
      /** What lies at a point, from the top. */
      at: (x, y) => (cells.get(Math.floor(y / CELL) * wide + Math.floor(x / CELL)) ?? []).filter(({ box }) => inside(box, x, y)),
      /** What meets a box. */
      meets: (box) => [...new Set([...near(box)].flatMap((cell) => cells.get(cell) ?? []))].filter((one) => has(intersect(one.box, box))),
    }
  }
  const [paints, presses] = [table(), table()]
  for (const [el, place] of [...places].reverse()) {
    const style = styleOf(el)
    if (style.visibility !== 'visible' || !opacityOf(el)) continue
    const drawn = drawnInside(el)
    if (fillOf(el)) {
      const box = seenOf(el, rectOf(el))
      if (has(box)) paints.add({ el, place, box })
    }
    if (style.pointerEvents !== 'none' && (!drawn || !['G', 'SVG'].includes(tagOf(el)))) {
      const box = seenOf(el, pressBox(el))
      if (has(box)) presses.add({ el, place, box })
    }
  }
  /** Over another: painted later; texts and boxes of one flow only the browser can tell apart. */
  const over = (one, el) => {
    const [a, b] = [one.place, places.get(el) ?? -1]
    return a > b || (homes.get(one.el) === homes.get(el) && !drawnInside(one.el) && !one.el.contains(el))
  }
  return { paints, presses, places, over }
}

import { MediaQuery } from 'svelte/reactivity'
import { settings } from './settings.svelte'

/** Large windows are viewed from a greater distance. */
const large = new MediaQuery('(min-width: 2400px) and (min-height: 1300px)', false)

/** The scale of everything except counters and the map, which have zooms of their own; the window counts as that much smaller. */
export const scale = {
  get now(): number {
    if (settings.scale === 'window') return large.current ? 1.25 : 1
    return Number(settings.scale) / 100
  },
}

/** A condition on the window, written for scale 1, at another scale. */
export const scaled = (condition: string, by: number): string =>
  by === 1 ? condition : condition.replace(/([\d.]+)(em|px)/g, (_, length: string, unit: string) => `${+(Number(length) * by).toFixed(2)}${unit}`)

/** A condition on the window's size that follows the scale. */
export function windowIs(condition: string, fallback?: boolean): { readonly current: boolean } {
  const query = $derived(new MediaQuery(scaled(condition, scale.now), fallback))
  return {
    get current() {
      return query.current
    },
  }
}

const written = new WeakMap<CSSMediaRule, string>()

/** A rule for windows of some size applies to windows larger by the same factor as their content. */
function rescale(rules: CSSRuleList, by: number): void {
  for (const rule of rules) {
    if (!(rule instanceof CSSMediaRule)) continue
    const first = written.get(rule) ?? rule.media.mediaText
    if (!/(width|height)/.test(first)) continue
    written.set(rule, first)
    const wanted = scaled(first, by)
    if (rule.media.mediaText !== wanted) rule.media.mediaText = wanted
  }
}

/** Applies the scale to the page, and to the style sheets of later parts; call once, inside a component. */
export function applyScale(): void {
  $effect.pre(() => {
    const by = scale.now
    document.documentElement.style.fontSize = by === 1 ? '' : `${by * 100}%`
    const all = (): void => {
      for (const sheet of document.styleSheets) rescale(sheet.cssRules, by)
    }
    const loaded = ({ target }: Event): void => {
      if (target instanceof HTMLLinkElement && target.sheet) rescale(target.sheet.cssRules, by)
    }
    all()
    document.addEventListener('load', loaded, true)
    return () => document.removeEventListener('load', loaded, true)
  })
}

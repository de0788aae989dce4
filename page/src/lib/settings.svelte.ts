/** The user's settings for this browser: light or dark, size, motion, single keys. Stored only in the browser. */

export interface Settings {
  theme: 'system' | 'light' | 'dark'
  /** the size of everything except counters and the map, in per cent */
  scale: 'window' | '90' | '100' | '110' | '125' | '150'
  motion: 'system' | 'full' | 'reduced'
  /** single keys such as N and U */
  keys: 'on' | 'off'
  /** presses are ignored for a moment after the question has changed */
  guard: 'on' | 'off'
}

const STORE = 'ironbottom.settings'
const DEFAULTS: Settings = { theme: 'system', scale: 'window', motion: 'system', keys: 'on', guard: 'on' }
const VALUES: { [K in keyof Settings]: readonly Settings[K][] } = {
  theme: ['system', 'light', 'dark'], scale: ['window', '90', '100', '110', '125', '150'], motion: ['system', 'full', 'reduced'], keys: ['on', 'off'], guard: ['on', 'off'],
}

function storedSettings(): Settings {
  const read: Settings = { ...DEFAULTS }
  try {
    const found: unknown = JSON.parse(localStorage.getItem(STORE) ?? '{}')
    for (const name of Object.keys(DEFAULTS) as (keyof Settings)[]) {
      const value = (found as Record<string, unknown>)[name]
      if ((VALUES[name] as readonly unknown[]).includes(value)) (read[name] as unknown) = value
    }
  } catch {
    // if nothing readable is stored, the default settings apply
  }
  return read
}

export const settings: Settings = $state(storedSettings())

/** Applies the settings to the page; call once, inside a component. */
export function applySettings(): void {
  $effect(() => {
    const { dataset } = document.documentElement
    for (const name of ['theme', 'motion'] as const) {
      if (settings[name] === 'system') delete dataset[name]
      else dataset[name] = settings[name]
    }
    try {
      localStorage.setItem(STORE, JSON.stringify(settings))
    } catch {
      // a browser that stores nothing still works
    }
  })
}

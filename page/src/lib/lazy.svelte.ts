import type { Component } from 'svelte'

/** A part of the page that is fetched when it is first wanted, or when the page has nothing else to do. */
export class Lazy<P extends Record<string, never> | object> {
  part = $state.raw<Component<P>>()
  #asked = false

  constructor(private readonly load: () => Promise<{ default: Component<P> }>) {
    if (typeof requestIdleCallback === 'function') requestIdleCallback(() => void this.want(), { timeout: 4000 })
  }

  /** Fetches it, once. */
  async want(): Promise<void> {
    if (this.#asked) return
    this.#asked = true
    try {
      this.part = (await this.load()).default
    } catch {
      this.#asked = false // no connection: asked for again when it is next wanted
    }
  }

  /** The part, once it is there. */
  get now(): Component<P> | undefined {
    if (!this.part) void this.want()
    return this.part
  }
}

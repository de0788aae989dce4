import type { Component } from 'svelte'

/** A part of the page that is loaded when it is first needed, or when the page is idle. */
export class Lazy<P extends Record<string, never> | object> {
  part = $state.raw<Component<P>>()
  #asked = false

  constructor(private readonly load: () => Promise<{ default: Component<P> }>) {
    if (typeof requestIdleCallback === 'function') requestIdleCallback(() => void this.request(), { timeout: 4000 })
  }

  /** Loads it, once. */
  async request(): Promise<void> {
    if (this.#asked) return
    this.#asked = true
    try {
      this.part = (await this.load()).default
    } catch {
      this.#asked = false // no connection: loaded when it is next needed
    }
  }

  /** The part, once it is loaded. */
  get now(): Component<P> | undefined {
    if (!this.part) void this.request()
    return this.part
  }
}

import { ApiError, Offline } from './api'

export interface Message {
  kind: 'refused' | 'offline' | 'fault' | 'stale'
  text: string
  clause?: string
  actions?: readonly { id: string; label: string; act: () => void }[]
}

/** Messages that need attention now: at most one refusal under the prompt, and the strips above the page. */
export class Notices {
  refusal = $state.raw<{ text: string; clause?: string } | null>(null)
  strip = $state.raw<Message | null>(null)
  offline = $state(false)

  refuse(text: string, clause?: string | null): void {
    this.refusal = { text: sentence(text), clause: clause ?? undefined }
  }

  clear(): void {
    this.refusal = null
    this.strip = null
  }

  /** Reports an error; returns whether the position was stale, in which case the page fetches the new one. */
  failed(error: unknown, again?: () => void): boolean {
    if (error instanceof Offline) {
      this.offline = true
      return false
    }
    if (error instanceof ApiError && error.isStale) {
      this.strip = { kind: 'stale', text: 'The game moved on while you were choosing. This is the new position.' }
      return true
    }
    if (error instanceof ApiError && !error.isServerError) {
      this.refuse(error.message, error.clause)
      return false
    }
    const text = error instanceof Error ? error.message : String(error)
    this.strip = {
      kind: 'fault',
      text: sentence(text),
      actions: [
        ...(again ? [{ id: 'again', label: 'Try again', act: again }] : []),
        { id: 'copy', label: 'Copy report', act: () => void navigator.clipboard?.writeText(report(error)) },
      ],
    }
    if (!(error instanceof ApiError)) console.error(error)
    return false
  }
}

const report = (error: unknown): string =>
  [new Date().toISOString(), location.hash, navigator.userAgent, error instanceof Error ? (error.stack ?? error.message) : String(error)].join('\n')

/** A refusal as a sentence: with a capital letter and a full stop. */
export function sentence(text: string): string {
  const capitalized = text.charAt(0).toUpperCase() + text.slice(1)
  return /[.!?]$/.test(capitalized) ? capitalized : `${capitalized}.`
}

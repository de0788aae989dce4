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
  failed(wrong: unknown, again?: () => void): boolean {
    if (wrong instanceof Offline) {
      this.offline = true
      return false
    }
    if (wrong instanceof ApiError && wrong.isStale) {
      this.strip = { kind: 'stale', text: 'The game moved on while you were choosing. This is the new position.' }
      return true
    }
    if (wrong instanceof ApiError && !wrong.isServerError) {
      this.refuse(wrong.message, wrong.clause)
      return false
    }
    const text = wrong instanceof Error ? wrong.message : String(wrong)
    this.strip = {
      kind: 'fault',
      text: sentence(text),
      actions: [
        ...(again ? [{ id: 'again', label: 'Try again', act: again }] : []),
        { id: 'copy', label: 'Copy report', act: () => void navigator.clipboard?.writeText(report(wrong)) },
      ],
    }
    if (!(wrong instanceof ApiError)) console.error(wrong)
    return false
  }
}

const report = (wrong: unknown): string =>
  [new Date().toISOString(), location.hash, navigator.userAgent, wrong instanceof Error ? (wrong.stack ?? wrong.message) : String(wrong)].join('\n')

/** A refusal as a sentence: with a capital letter and a full stop. */
export function sentence(text: string): string {
  const said = text.charAt(0).toUpperCase() + text.slice(1)
  return /[.!?]$/.test(said) ? said : `${said}.`
}

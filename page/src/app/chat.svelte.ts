import { api, type ChatInfo, type ChatMessage } from './api'
import { sentence } from './notices.svelte'
import { readStored, writeStored } from './storage'

/** The chat of a match as one side reads it. */
export class Chat {
  messages = $state.raw<readonly ChatMessage[]>([])
  blocked = $state.raw<readonly string[]>([])
  /** why the last request failed */
  error = $state.raw<{ readonly text: string } | null>(null)
  sending = $state(false)
  #last = 0
  #read = $state(0)

  constructor(readonly match: string, readonly side: string) {
    this.#read = readStored<number>(this.#key) ?? 0
  }

  get #key(): string {
    return `ironbottom.chat.${this.match}.${this.side}`
  }

  /** The messages of other people that have not been shown here yet. */
  get unread(): readonly ChatMessage[] {
    return this.messages.filter((one) => one.number > this.#read && one.side !== this.side)
  }

  /** Fetches the messages up to the one with this number, unless they are already known. */
  async fetch(last: number): Promise<void> {
    if (last > this.#last) await this.#tried(() => api.chat(this.match, this.side, this.#last), true)
  }

  /** Marks all messages as shown. */
  seen(): void {
    const last = this.messages.at(-1)?.number ?? 0
    if (last > this.#read) writeStored(this.#key, (this.#read = last))
  }

  /** Sends a message. Returns whether it was accepted. */
  async send(text: string): Promise<boolean> {
    if (this.sending) return false
    this.sending = true
    const sent = await this.#tried(() => api.sendChat(this.match, this.side, text, this.#last), true)
    this.sending = false
    return sent
  }

  block = (against: string, blocked: boolean): Promise<boolean> => this.#tried(() => api.block(this.match, this.side, against, blocked))

  report = (number: number): Promise<boolean> => this.#tried(() => api.report(this.match, this.side, number))

  async #tried(ask: () => Promise<ChatInfo>, more = false): Promise<boolean> {
    try {
      const { messages, blocked, last } = await ask()
      const known = more ? this.messages.filter(({ number }) => !messages.some((one) => one.number === number)) : []
      this.messages = [...known, ...messages].sort((a, b) => a.number - b.number)
      this.blocked = blocked
      this.#last = Math.max(last, this.#last)
      this.error = null
      return true
    } catch (fault) {
      this.error = { text: sentence(fault instanceof Error ? fault.message : String(fault)) }
      return false
    }
  }
}

const chats = new Map<string, Chat>()

/** The chat of a match for the first side held here, one object for all its parts; undefined for a spectator. */
export function chatOf({ id, persons }: { id: string; persons: readonly string[] }): Chat | undefined {
  const [side] = persons
  if (side === undefined) return undefined
  const key = `${id} ${side}`
  let chat = chats.get(key)
  if (!chat) chats.set(key, (chat = new Chat(id, side)))
  return chat
}

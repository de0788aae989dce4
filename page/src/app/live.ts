import { api, type Viewpoint } from './api'

const FIRST_WAIT = 500 // milliseconds before the first attempt to reconnect
const MAX_WAIT_MS = 15_000

interface LiveListener {
  /** this viewer's view has changed, to the one with this mark */
  changed: (mark?: string) => void
  /** a new message in the chat, with its number */
  written?: (number: number) => void
  /** whether the connection is up */
  on: (on: boolean) => void
  /** the match was deleted */
  gone: () => void
}

/** Subscribes to changes of a match, and reconnects automatically. Returns the function that unsubscribes.
 * @param sits  the side that sits here, if the viewpoint does not determine it */
export function listen(id: string, side: Viewpoint, hearing: LiveListener, sits = ''): () => void {
  let socket: WebSocket | undefined
  let wait = FIRST_WAIT
  let timer: ReturnType<typeof setTimeout> | undefined
  let left = false

  function open(): void {
    clearTimeout(timer)
    socket = new WebSocket(api.live(id, side, sits))
    socket.onopen = () => {
      wait = FIRST_WAIT
      hearing.on(true)
    }
    socket.onmessage = ({ data }) => {
      const message = JSON.parse(String(data)) as { seq?: number; mark?: string; chat?: number; gone?: boolean; error?: unknown }
      if (message.gone) {
        left = true
        hearing.gone()
      } else if (message.chat) hearing.written?.(message.chat)
      else if (!message.error) hearing.changed(message.mark)
    }
    socket.onclose = () => {
      if (left) return
      hearing.on(false)
      timer = setTimeout(open, wait)
      wait = Math.min(wait * 2, MAX_WAIT_MS)
    }
  }
  const back = (): void => {
    if (!left && socket?.readyState === WebSocket.CLOSED) open()
  }
  addEventListener('online', back)
  open()
  return () => {
    left = true
    clearTimeout(timer)
    removeEventListener('online', back)
    socket?.close()
  }
}

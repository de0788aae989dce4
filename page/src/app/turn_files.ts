import { api, call, matchPath, post, queryString, type OpenedFile, type TurnFile } from './api'
import type { MatchStore } from './game'
import { readStored, writeStored } from './storage'
import { saveFile } from './story/html_file'

/** Turn files: the files in which a match goes to the other player and back, or to another machine (docs/by_file.md). */

export const downloadTurnFile = ({ name, text }: TurnFile): void => saveFile(new File([text], name, { type: 'application/octet-stream' }))

/** Writes the next file of a match, or the last one once more while the match is away, and saves it. */
export async function saveTurnFile(match: string, wanted: { side?: string; machine?: boolean } = {}): Promise<TurnFile> {
  const file = await post(matchPath(match, '/turn_file'), wanted)
  downloadTurnFile(file)
  return file
}

/** The same for the open match, which shows a refusal. */
export const saveFromMatch = (store: MatchStore): Promise<unknown> =>
  saveTurnFile(store.id).then(() => store.refresh(), (error: unknown) => store.notices.failed(error))

/** Opens a file: an invitation is accepted only with `accept`; one from another machine needs its `code`. */
export const openTurnFile = (file: Blob, query: { accept?: boolean; code?: string }): Promise<OpenedFile> =>
  call(`/turn_files${queryString(query)}`, { method: 'POST', headers: { 'content-type': 'application/octet-stream' }, body: file })

// -- invitations -----------------------------------------------------------------------------------------------

type Invited = 'saved' | 'unsaved'
const invitedKey = (match: string): string => `ironbottom.by_file.${match}`

/** Whether this browser invites by file rather than by link to a match, and whether it has saved the file. */
export const invitedByFile = (match: string): Invited | undefined => readStored<Invited>(invitedKey(match))
export const markInvitedByFile = (match: string, invited: Invited | undefined): void => writeStored(invitedKey(match), invited)

/** Saves the invitation to a new match, with the words of its player for the dice; without any, the server adds random ones. If this
 * fails, the page of the match offers it again. */
export async function inviteByFile(match: string, side: string, words: string): Promise<void> {
  markInvitedByFile(match, 'unsaved')
  try {
    if (words) await api.seedDice(match, side, words)
    await saveTurnFile(match)
    markInvitedByFile(match, 'saved')
  } catch {
    // The page of the match shows why when it is pressed again.
  }
}

import { go } from './router.svelte'

let pickedFile: File | undefined

/** The file that was chosen on another page, for the page that opens turn files; only once. */
export function takePickedFile(): File | undefined {
  const file = pickedFile
  pickedFile = undefined
  return file
}

/** Opens a turn file on its page. */
export function openPickedFile(file: File): void {
  pickedFile = file
  go({ page: 'file' })
}

/** Lets the user choose a turn file. */
export function pickFile(): void {
  const input = document.createElement('input')
  input.type = 'file'
  input.onchange = () => input.files?.[0] && openPickedFile(input.files[0])
  input.click()
}

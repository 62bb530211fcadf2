import { downloadObject, downloadObjects, getSession, SELECTION_FIELD, SELECTION_FORM_LIMIT } from '@cooperage/contract'
import { translate } from '../messages/use-texts.ts'
import { errorOfResponse } from '../shared/api/api-error.ts'
import { call, callUrl } from '../shared/api/call.ts'
import { showError, showNotice } from '../shared/feedback/messages.ts'
import { downloadObjectFrom, objectOfLink } from './direct-download.ts'

/** A download that hasn't started by then won't start any more: the iframe that waits for an error can be removed. */
const FRAME_LIFE_MS = 60_000

/** A download above this many bytes starts with a notice (spec object-browser 9). */
const LARGE_DOWNLOAD_BYTES = 100 * 1024 * 1024

export function announceDownload(bytes: number): void {
  if (bytes > LARGE_DOWNLOAD_BYTES) showNotice(translate('objects:downloadStarted'))
}

/** Downloads objects and folders: a single object by its address, several as an archive, by a form into a hidden iframe. */
export function downloadSelection(bucket: string, prefix: string, paths: readonly string[]): void {
  const [first] = paths
  if (first === undefined) return
  if (paths.length === 1) {
    const href = callUrl(downloadObject, { params: { bucket }, query: { prefix: first } })
    if (first.endsWith('/')) follow(href)
    else void downloadObjectFrom({ bucket, key: first, versionId: undefined }, () => follow(href))
    return
  }
  const selection = JSON.stringify({ prefix, paths })
  if (new Blob([selection]).size > SELECTION_FORM_LIMIT - 1024) {
    showError({ message: translate('objects:download.tooMuch'), detailedMessage: '' })
    return
  }
  submit(callUrl(downloadObjects, { params: { bucket } }), selection)
}

/**
 * Downloads are links to the console, which the browser can copy, or open in its own way. A plain click on the one of an object
 * tries the direct way first.
 */
document.addEventListener('click', (event) => {
  const isPlain = event.button === 0 && !(event.ctrlKey || event.metaKey || event.shiftKey || event.altKey)
  const link = event.target instanceof Element ? event.target.closest<HTMLAnchorElement>('a[download]') : null
  const object = link ? objectOfLink(link.href) : undefined
  if (!isPlain || event.defaultPrevented || link === null || object === undefined) return
  event.preventDefault()
  const { href } = link
  void downloadObjectFrom(object, () => follow(href))
})

function follow(href: string): void {
  const link = document.createElement('a')
  link.href = href
  link.download = ''
  link.click()
}

function submit(action: string, selection: string): void {
  const frame = document.createElement('iframe')
  frame.name = `download-${performance.now()}`
  frame.hidden = true
  frame.title = translate('objects:download.frame')
  document.body.append(frame)
  const form = document.createElement('form')
  form.method = 'post'
  form.enctype = 'multipart/form-data'
  form.action = action
  form.target = frame.name
  form.hidden = true
  const field = document.createElement('input')
  field.type = 'hidden'
  field.name = SELECTION_FIELD
  field.value = selection
  form.append(field)
  document.body.append(form)
  // A download never renders in the iframe: whatever does is an error.
  frame.addEventListener('load', () => {
    if (frame.contentDocument?.URL === 'about:blank') return
    const text = frame.contentDocument?.body.textContent ?? ''
    frame.remove()
    reportRefusal(text)
  })
  form.submit()
  form.remove()
  setTimeout(() => frame.remove(), FRAME_LIFE_MS)
}

/** Shows the error, and reloads the session: an ended one is handled globally. */
function reportRefusal(text: string): void {
  // The status of a page in a frame can't be read, but the page of a proxy says it.
  const isTooLarge = /^\s*413\b|Request Entity Too Large/.test(text)
  const { code, message, detailedMessage } = errorOfResponse(isTooLarge ? 413 : 0, text)
  showError(
    code === '' && !isTooLarge
      ? { message: translate('objects:download.failed'), detailedMessage: '' }
      : { message, detailedMessage },
  )
  call(getSession, {}).catch(() => {
    // Reported already.
  })
}

// The page of an upload link: sends the chosen files one after the other. Not built, because that page isn't part of the application.
const form = document.getElementById('upload')
const input = document.getElementById('files')
const list = document.getElementById('sent')
const button = form.querySelector('button')
const maxBytes = Number(form.dataset.maxBytes)
let left = Number(form.dataset.left)
let sending = false

form.addEventListener('submit', async (event) => {
  event.preventDefault()
  if (sending) return
  sending = true
  button.disabled = true
  for (const file of [...input.files]) await show(file)
  form.reset()
  button.disabled = false
  sending = false
})

window.addEventListener('beforeunload', (event) => {
  if (sending) event.preventDefault()
})

/** Adds a line for a file, and sends it. */
async function show(file) {
  const line = document.createElement('li')
  const name = document.createElement('bdi')
  name.textContent = file.name
  const outcome = document.createElement('span')
  const progress = document.createElement('progress')
  progress.max = 1
  progress.setAttribute('aria-label', file.name)
  line.append(name, ' ', outcome, progress)
  list.append(line)
  const problem = file.size > maxBytes ? 'is too large.' : await send(file, (part) => (progress.value = part))
  progress.remove()
  if (!problem) countSent()
  line.className = problem ? 'failed' : 'done'
  outcome.textContent = problem || 'was sent.'
}

/** What the link still allows; without any file left, nothing can be chosen. */
function countSent() {
  left -= 1
  document.getElementById('left').textContent = left === 1 ? '1 more file' : `${left} more files`
  document.getElementById('open').hidden = left <= 0
  document.getElementById('full').hidden = left > 0
}

/** Why the file wasn't stored; '' if it was. */
function send(file, onProgress) {
  return new Promise((resolve) => {
    const request = new XMLHttpRequest()
    request.open('POST', `${form.dataset.address}?name=${encodeURIComponent(file.name)}`)
    request.setRequestHeader('content-type', 'application/octet-stream')
    request.upload.addEventListener('progress', ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 1))
    request.addEventListener('load', () => resolve(request.status === 201 ? '' : messageOf(request)))
    request.addEventListener('error', () => resolve('wasn’t sent: there is no connection. Send it again.'))
    request.send(file)
  })
}

function messageOf({ status, responseText }) {
  try {
    return `wasn’t sent. ${JSON.parse(responseText).message}`
  } catch {
    if (status === 413)
      return 'wasn’t sent: a proxy in front of this page refuses files of this size. Tell who sent you the link.'
    return `wasn’t sent (error ${status}).`
  }
}

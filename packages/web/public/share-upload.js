// The page of an upload link: sends the chosen files one after the other. Not built, because that page isn't part of the application.
const form = document.getElementById('upload')
const input = document.getElementById('files')
const list = document.getElementById('sent')
const button = form.querySelector('button')
const maxBytes = Number(form.dataset.maxBytes)
const texts = JSON.parse(form.dataset.texts)
const forms = new Intl.PluralRules(document.documentElement.lang)
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

/** A text of the server in the language of the page, by its key and what is inserted; `text`: in English, if it has no other. */
function say(key, values = {}, text = '') {
  return (texts[key] ?? text).replace(/\{\{(\w+)\}\}/g, (_, name) => {
    const value = values[name] ?? ''
    return typeof value === 'object' ? say(value.key, value.values, value.text) : value
  })
}

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
  const problem =
    file.size > maxBytes ? say('serverPage:tooLarge') : await send(file, (part) => (progress.value = part))
  progress.remove()
  if (!problem) countSent()
  line.className = problem ? 'failed' : 'done'
  outcome.textContent = problem || say('serverPage:sent')
}

/** What the link still allows; without any file left, nothing can be chosen. */
function countSent() {
  left -= 1
  const count = { number: left, size: form.dataset.size }
  document.getElementById('left').textContent = say(`serverPage:filesLeft_${forms.select(left)}`, count)
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
    request.addEventListener('error', () => resolve(say('serverPage:noConnection')))
    request.send(file)
  })
}

function messageOf({ status, responseText }) {
  try {
    const { code, parameters, message, requestId } = JSON.parse(responseText)
    const reason = `${say(`error:${code}`, parameters, message)} (${code}, ${requestId})`
    return say('serverPage:notSent', { reason })
  } catch {
    return say(status === 413 ? 'serverPage:proxyLimit' : 'serverPage:sendError', { status })
  }
}

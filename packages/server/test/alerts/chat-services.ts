/** Receives messages as Slack, ntfy and Gotify do, by their documentation, and refuses what they would refuse. */
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'

export const CHAT_TOKEN = 'tk_scripted'
const TOPIC = 'storage-alerts'

interface Message {
  title?: unknown
  message?: unknown
  priority?: unknown
  topic?: unknown
  text?: unknown
}

type Answer = [status: number, body: string]

/** What each service has accepted. */
export interface Accepted {
  slack: Message[]
  ntfy: Message[]
  gotify: Message[]
}

export async function startChatServices() {
  const accepted: Accepted = { slack: [], ntfy: [], gotify: [] }
  const server = createServer((request, response) => {
    void answer(request, accepted).then(([status, body]) => response.writeHead(status).end(body))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    accepted,
    channels: {
      slack: { url: `${url}/services/T0/B0/secret` },
      // Messages as JSON go to the root of the server, not to the topic.
      ntfy: { url: `${url}/ntfy/${TOPIC}`, token: CHAT_TOKEN },
      gotify: { url: `${url}/gotify`, token: CHAT_TOKEN },
    },
    stop: () => new Promise((resolve) => server.close(resolve).closeAllConnections()),
  }
}

async function answer(request: IncomingMessage, accepted: Accepted): Promise<Answer> {
  const { method, url, headers } = request
  const body = await text(request)
  if (method !== 'POST') return [405, '']
  const message = messageIn(body)
  const isSignedIn = headers.authorization === `Bearer ${CHAT_TOKEN}`
  switch (url) {
    case '/services/T0/B0/secret':
      if (headers['content-type']?.startsWith('application/json') !== true || message === undefined) {
        return [400, 'invalid_payload']
      }
      if (!isText(message.text)) return [400, 'no_text']
      accepted.slack.push(message)
      return [200, 'ok']
    case '/ntfy/':
      if (!isSignedIn) return [403, '{"code":40301}']
      if (message === undefined || message.topic !== TOPIC) return [400, '{"code":40024}']
      if (!isText(message.message) || !isPriority(message.priority, 1, 5)) return [400, '{"code":40007}']
      accepted.ntfy.push(message)
      return [200, '{"event":"message"}']
    case '/gotify/message':
      if (!isSignedIn) return [401, '{"errorCode":401}']
      if (message === undefined || !isText(message.message) || !isPriority(message.priority, 0, 10)) {
        return [400, '{"errorCode":400}']
      }
      accepted.gotify.push(message)
      return [200, '{"id":1}']
    default:
      return [404, '']
  }
}

function messageIn(body: string): Message | undefined {
  try {
    return JSON.parse(body)
  } catch {
    return undefined
  }
}

const isText = (value: unknown) => typeof value === 'string' && value !== ''
const isPriority = (value: unknown, from: number, to: number) =>
  Number.isInteger(value) && Number(value) >= from && Number(value) <= to

import { createConnection } from 'node:net'
import { onFreePort } from '../ports.ts'
import { waitUntil } from '../wait-until.ts'
import { type Broker, type BrokerEvent, brokerFolder, messageEvent, startBrokerProcess } from './broker.ts'

const SUBJECT = 'events'

/** A NATS server with a subscriber to the subject. */
export function startNats(): Promise<Broker> {
  return onFreePort(startOn)
}

async function startOn(port: number): Promise<Broker> {
  const folder = brokerFolder('nats')
  const address = `127.0.0.1:${port}`
  const { pid, stop } = await startBrokerProcess('nats-server', folder, {
    args: ['--addr', '127.0.0.1', '--port', String(port)],
    isReady: (child) => child.output().includes('Server is ready'),
  })
  const subscriber = await subscribeTo(port).catch(async (error: unknown) => {
    await stop()
    throw error
  })
  return {
    settings: { address, subject: SUBJECT },
    events: async () => subscriber.events,
    pid,
    async stop() {
      subscriber.end()
      await stop()
    },
  }
}

/** A subscription, for which the text protocol is enough: https://docs.nats.io/reference/reference-protocols/nats-protocol. */
async function subscribeTo(port: number): Promise<{ events: BrokerEvent[]; end: () => void }> {
  const socket = createConnection(port, '127.0.0.1')
  const events: BrokerEvent[] = []
  let received = Buffer.alloc(0)
  let isSubscribed = false
  let failure: unknown
  socket.on('error', (error) => {
    failure = error
  })
  socket.on('data', (chunk) => {
    received = Buffer.concat([received, chunk])
    for (let end = received.indexOf('\r\n'); end >= 0; end = received.indexOf('\r\n')) {
      const line = received.toString('utf8', 0, end)
      const size = /^MSG .* (\d+)$/.exec(line)?.[1]
      const payload = end + 2
      const next = size === undefined ? payload : payload + Number(size) + 2
      if (received.length < next) return
      if (size !== undefined) events.push(messageEvent(received.toString('utf8', payload, next - 2)))
      else if (line === 'PING') socket.write('PONG\r\n')
      else if (line === 'PONG') isSubscribed = true
      received = received.subarray(next)
    }
  })
  socket.write(`CONNECT {"verbose":false}\r\nSUB ${SUBJECT} 1\r\nPING\r\n`)
  try {
    await waitUntil('the subscription to NATS', () => {
      if (failure !== undefined) throw failure
      return isSubscribed
    })
  } catch (error) {
    socket.destroy()
    throw error
  }
  return { events, end: () => socket.destroy() }
}

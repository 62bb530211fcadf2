import { freePort, onFreePort } from '../ports.ts'
import { type Broker, brokerFolder, startBrokerProcess, subscribe } from './broker.ts'

const TOPIC = 'events'

/** An nsqd with a subscriber to the topic. */
export function startNsq(): Promise<Broker> {
  return onFreePort(startOn)
}

async function startOn(port: number): Promise<Broker> {
  const folder = brokerFolder('nsq')
  const address = `127.0.0.1:${port}`
  const http = `127.0.0.1:${await freePort()}`
  const server = await startBrokerProcess('nsqd', folder, {
    args: [
      '-tcp-address',
      address,
      '-http-address',
      http,
      '-broadcast-address',
      '127.0.0.1',
      '-data-path',
      folder.path,
    ],
    asCurrentUser: true,
    isReady: (child) => child.output().includes('TCP: listening'),
  })
  const subscriber = await subscribe(server, 'nsq_tail', folder.path, {
    args: ['-nsqd-tcp-address', address, '-topic', TOPIC, '-print-topic=false'],
    asCurrentUser: true,
    isReady: (child) => child.output().includes('connecting to nsqd'),
  })
  return { settings: { nsqd_address: address, topic: TOPIC }, ...subscriber }
}

import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { onFreePort } from '../ports.ts'
import { type Broker, brokerFolder, startBrokerProcess, subscribe } from './broker.ts'

const TOPIC = 'events'

/** A Mosquitto with a subscriber to the topic. */
export function startMqtt(): Promise<Broker> {
  return onFreePort(startOn)
}

async function startOn(port: number): Promise<Broker> {
  const folder = brokerFolder('mqtt')
  const config = join(folder.path, 'mosquitto.conf')
  writeFileSync(config, `listener ${port} 127.0.0.1\nallow_anonymous true\n`, { mode: 0o644 })
  const server = await startBrokerProcess('mosquitto', folder, {
    args: ['-c', config, '-v'],
    isReady: (child) => /mosquitto version \S+ running/.test(child.output()),
  })
  const subscriber = await subscribe(server, 'mosquitto_sub', folder.path, {
    args: ['-h', '127.0.0.1', '-p', String(port), '-t', TOPIC, '-q', '1'],
    isReady: () => server.child.output().includes('Sending SUBACK'),
  })
  return { settings: { broker: `tcp://127.0.0.1:${port}`, topic: TOPIC, qos: '1' }, ...subscriber }
}

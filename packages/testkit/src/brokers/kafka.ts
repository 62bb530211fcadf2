import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { kafkaFolder } from '../../../../scripts/kafka.ts'
import { freePort, onFreePort } from '../ports.ts'
import { type Broker, brokerFolder, messageEvent, runBrokerProgram, startBrokerProcess } from './broker.ts'

const TOPIC = 'events'
const CLUSTER = 'cooperage-test-cluster'

/** A Kafka with one node and without ZooKeeper. It creates the topic with its first message. */
export function startKafka(): Promise<Broker> {
  return onFreePort(startOn)
}

async function startOn(port: number): Promise<Broker> {
  const folder = brokerFolder('kafka')
  const address = `127.0.0.1:${port}`
  const controller = `127.0.0.1:${await freePort()}`
  const config = join(folder.path, 'server.properties')
  const settings = {
    'process.roles': 'broker,controller',
    'node.id': '1',
    'controller.quorum.voters': `1@${controller}`,
    listeners: `PLAINTEXT://${address},CONTROLLER://${controller}`,
    'advertised.listeners': `PLAINTEXT://${address}`,
    'controller.listener.names': 'CONTROLLER',
    'log.dirs': join(folder.path, 'data'),
  }
  const lines = Object.entries(settings).map(([name, value]) => `${name}=${value}\n`)
  writeFileSync(config, lines.join(''))
  const java = ['-Xmx256m', '-cp', join(kafkaFolder(), '*')]
  const format = ['kafka.tools.StorageTool', 'format', '--cluster-id', CLUSTER, '--config', config]
  runBrokerProgram('java', [...java, ...format], { asCurrentUser: true })
  const { pid, stop } = await startBrokerProcess('java', folder, {
    args: [...java, 'kafka.Kafka', config],
    asCurrentUser: true,
    isReady: (child) => child.output().includes('Kafka Server started'),
  })
  return {
    settings: { brokers: address, topic: TOPIC },
    async events() {
      const text = runBrokerProgram('kcat', ['-C', '-b', address, '-t', TOPIC, '-o', 'beginning', '-e', '-q'])
      return text.split('\n').filter(Boolean).map(messageEvent)
    },
    pid,
    stop,
  }
}

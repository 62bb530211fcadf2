import { join } from 'node:path'
import { freePort, onFreePort } from '../ports.ts'
import { type Broker, brokerFolder, startBrokerProcess, subscribe } from './broker.ts'

/** An exchange that every broker has, so that a queue can be bound to it before MinIO starts with the target. */
const EXCHANGE = { exchange: 'amq.fanout', exchange_type: 'fanout', durable: 'on' }
const ROUTING_KEY = 'events'

/** A RabbitMQ with a queue for all messages of an exchange. */
export function startAmqp(): Promise<Broker> {
  return onFreePort(startOn)
}

async function startOn(port: number): Promise<Broker> {
  const folder = brokerFolder('amqp')
  // Erlang's registry of names, which would otherwise be started as a service that outlives the broker.
  const names = await freePort()
  const env = { ERL_EPMD_ADDRESS: '127.0.0.1', ERL_EPMD_PORT: String(names) }
  const registry = await startBrokerProcess('epmd', folder, {
    args: ['-d', '-port', String(names)],
    env,
    isReady: (child) => child.output().includes('epmd running'),
  })
  try {
    const server = await startServer(port, { path: folder.path, remove: () => undefined }, env)
    const url = `amqp://guest:guest@127.0.0.1:${port}`
    const binding = ['--exchange', EXCHANGE.exchange, '--routing-key', ROUTING_KEY]
    const subscriber = await subscribe(server, 'amqp-consume', folder.path, {
      args: ['--url', url, ...binding, '--', 'sh', '-c', 'cat; echo'],
      isReady: (child) => child.output().includes('Server provided queue name'),
    })
    return {
      settings: { url, ...EXCHANGE, routing_key: ROUTING_KEY },
      ...subscriber,
      async stop() {
        await subscriber.stop()
        await registry.stop()
      },
    }
  } catch (error) {
    await registry.stop()
    throw error
  }
}

async function startServer(port: number, folder: ReturnType<typeof brokerFolder>, env: Record<string, string>) {
  const none = join(folder.path, 'none')
  return startBrokerProcess('rabbitmq-server', folder, {
    args: [],
    env: {
      ...env,
      // The script becomes the broker, instead of starting it as a separate process.
      RUNNING_UNDER_SYSTEMD: 'true',
      RABBITMQ_NODENAME: `cooperage-${port}@localhost`,
      RABBITMQ_NODE_IP_ADDRESS: '127.0.0.1',
      RABBITMQ_NODE_PORT: String(port),
      RABBITMQ_DIST_PORT: String(await freePort()),
      RABBITMQ_MNESIA_BASE: folder.path,
      RABBITMQ_LOG_BASE: folder.path,
      RABBITMQ_LOGS: '-',
      RABBITMQ_CONF_ENV_FILE: none,
      RABBITMQ_CONFIG_FILE: none,
      RABBITMQ_ENABLED_PLUGINS_FILE: none,
    },
    isReady: (child) => child.output().includes('Server startup complete'),
  })
}

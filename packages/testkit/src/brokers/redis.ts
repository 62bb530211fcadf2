import { onFreePort } from '../ports.ts'
import { type Broker, brokerFolder, runBrokerProgram, startBrokerProcess } from './broker.ts'

const KEY = 'events'
const PASSWORD = 'secret-of-redis'

/** A Redis that requires a password and keeps everything in memory. */
export function startRedis(): Promise<Broker> {
  return onFreePort(startOn)
}

async function startOn(port: number): Promise<Broker> {
  const folder = brokerFolder('redis')
  const { pid, stop } = await startBrokerProcess('redis-server', folder, {
    args: ['--bind', '127.0.0.1', '--port', String(port), '--requirepass', PASSWORD, '--save', ''],
    isReady: (child) => child.output().includes('Ready to accept connections'),
  })
  // Its client separates names by line breaks, which names may contain.
  const query = "return cjson.encode(redis.call('HGETALL', KEYS[1]))"
  return {
    settings: { address: `127.0.0.1:${port}`, key: KEY, password: PASSWORD, format: 'namespace' },
    async events() {
      const text = runBrokerProgram('redis-cli', ['-p', String(port), '-e', 'EVAL', query, '1', KEY], {
        env: { REDISCLI_AUTH: PASSWORD },
      })
      const fields: string[] = JSON.parse(text)
      const names = fields.filter((_field, index) => index % 2 === 0)
      return names.map((name, index) => ({ name, records: JSON.parse(fields[2 * index + 1] ?? '').Records }))
    },
    pid,
    stop,
  }
}

import { chmodSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { onFreePort } from '../ports.ts'
import { type Broker, type BrokerEvent, brokerFolder, runBrokerProgram, startBrokerProcess } from './broker.ts'

export interface Postgres extends Broker {
  /** The parts of the connection string. */
  connection: { host: string; port: string; dbname: string; user: string; password: string; sslmode: string }
  url: URL
  /** Ends all its processes immediately, as a crash does; its data and its port are kept for `start`. */
  crash(): Promise<void>
  /** Starts it again, which recovers its data. */
  start(): Promise<void>
}

const TABLE = 'events'

/** A PostgreSQL that requires a password. MinIO creates the table when it starts with the target. */
export function startPostgres(): Promise<Postgres> {
  return onFreePort(startOn)
}

async function startOn(port: number): Promise<Postgres> {
  const folder = brokerFolder('postgres')
  const data = join(folder.path, 'data')
  const connection = {
    host: '127.0.0.1',
    port: String(port),
    dbname: 'postgres',
    user: 'cooperage',
    password: 'secret-of-postgres',
    sslmode: 'disable',
  }
  const passwordFile = join(folder.path, 'password')
  writeFileSync(passwordFile, connection.password)
  chmodSync(passwordFile, 0o644)
  const access = ['--username', connection.user, '--auth', 'scram-sha-256', '--pwfile', passwordFile]
  runBrokerProgram('initdb', ['--pgdata', data, ...access, '--encoding', 'UTF8', '--locale', 'C', '--no-sync'], {
    cwd: folder.path,
  })
  const settings = ['listen_addresses=127.0.0.1', `port=${port}`, 'unix_socket_directories=', 'fsync=off']
  const run = () =>
    startBrokerProcess('postgres', folder, {
      args: ['-D', data, ...settings.flatMap((setting) => ['-c', setting])],
      isReady: (child) => child.output().includes('ready to accept connections'),
      // At SIGTERM it waits for its clients to disconnect.
      signal: 'SIGINT',
    })
  let running = await run()
  const env = {
    PGHOST: connection.host,
    PGPORT: connection.port,
    PGDATABASE: connection.dbname,
    PGUSER: connection.user,
    PGPASSWORD: connection.password,
  }
  const query = `select coalesce(json_agg(json_build_object('name', key, 'records', value->'Records')), '[]') from ${TABLE}`
  return {
    settings: {
      connection_string: Object.entries(connection)
        .map(([name, value]) => `${name}=${value}`)
        .join(' '),
      table: TABLE,
      format: 'namespace',
    },
    connection,
    url: new URL(`postgres://${connection.user}:${connection.password}@127.0.0.1:${port}/${connection.dbname}`),
    events: async () => JSON.parse(runBrokerProgram('psql', ['-XAtqc', query], { env })) as BrokerEvent[],
    pid: running.pid,
    crash: () => running.child.stop('SIGQUIT'),
    async start() {
      running = await run()
    },
    stop: () => running.stop(),
  }
}

import { chmodSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { onFreePort } from '../ports.ts'
import { type Broker, brokerFolder, runBrokerProgram, startBrokerProcess } from './broker.ts'

const DATABASE = 'notifications'
const TABLE = 'events'
const USER = 'cooperage'
const PASSWORD = 'secret-of-mysql'

/** A MariaDB, which speaks MySQL's protocol. The table exists, because MinIO's statement that creates it is for MySQL only. */
export function startMysql(): Promise<Broker> {
  return onFreePort(startOn)
}

async function startOn(port: number): Promise<Broker> {
  const folder = brokerFolder('mysql')
  const data = join(folder.path, 'data')
  const socket = join(folder.path, 'socket')
  const setUp = join(folder.path, 'set-up.sql')
  writeFileSync(
    setUp,
    `create database ${DATABASE};
create user ${USER}@'%' identified by '${PASSWORD}';
grant all on ${DATABASE}.* to ${USER}@'%';
create table ${DATABASE}.${TABLE} (
  key_name varchar(3072) character set utf8mb4 collate utf8mb4_bin not null,
  key_hash char(64) generated always as (sha2(key_name, 256)) stored unique,
  value json
);
`,
  )
  chmodSync(setUp, 0o644)
  const own = ['--no-defaults', `--datadir=${data}`]
  runBrokerProgram('mariadb-install-db', [...own, '--skip-test-db', '--auth-root-authentication-method=normal'], {
    cwd: folder.path,
  })
  const { pid, stop } = await startBrokerProcess('mariadbd', folder, {
    args: [...own, '--bind-address=127.0.0.1', `--port=${port}`, `--socket=${socket}`, `--init-file=${setUp}`],
    isReady: (child) => child.output().includes('ready for connections'),
  })
  const client = [
    '--no-defaults',
    '--default-character-set=utf8mb4',
    '--host=127.0.0.1',
    `--port=${port}`,
    `--user=${USER}`,
  ]
  const query = `select json_array(key_name, json_compact(value)) from ${TABLE}`
  return {
    settings: {
      dsn_string: `${USER}:${PASSWORD}@tcp(127.0.0.1:${port})/${DATABASE}`,
      table: TABLE,
      format: 'namespace',
    },
    async events() {
      const text = runBrokerProgram('mariadb', [...client, '--batch', '--raw', '-N', '-e', query, DATABASE], {
        env: { MYSQL_PWD: PASSWORD },
      })
      const rows = text.split('\n').filter((line) => line !== '')
      return rows.map((row) => {
        const [name, value] = JSON.parse(row)
        return { name, records: value.Records }
      })
    },
    pid,
    stop,
  }
}

import type { Drive, Server } from '@cooperage/contract'
import { IconChevronDown, IconChevronRight } from '@tabler/icons-react'
import { useState } from 'react'
import { useTexts } from '../messages/use-texts.ts'
import layout from '../shared/layout.module.css'
import { StateMark } from '../shared/StateMark.tsx'
import { Bytes } from '../shared/text/Bytes.tsx'
import { Duration } from '../shared/text/Duration.tsx'
import { compareNames } from '../shared/text/intl.ts'
import classes from './dashboard.module.css'
import { countProblems, driveTone, serverTone } from './problems.ts'
import { percentOf } from './shares.ts'

/** Up to this many drives are shown without expanding the servers. */
const SHOWN_AT_ONCE = 8

/** The servers with their drives; those with a problem come first. */
export function ServerList({ servers, parity }: { servers: readonly Server[]; parity: number }) {
  const t = useTexts('dashboard')
  const problems = countProblems(servers)
  const drives = servers.flatMap((server) => server.drives).length
  const sorted = servers.toSorted((a, b) => rankOf(a) - rankOf(b) || compareNames(a.endpoint, b.endpoint))
  return (
    <section className={layout.card} aria-labelledby="dashboard-servers">
      <h2 className={layout.heading} id="dashboard-servers">
        {t('servers.title')}
      </h2>
      <div role="status" className={classes.problems}>
        {problems.servers > 0 && (
          <StateMark tone="bad" text={t('servers.problemServers', { count: problems.servers })} />
        )}
        {problems.drives > 0 && <StateMark tone="warn" text={t('servers.problems', { count: problems.drives })} />}
      </div>
      <div className={classes.scrolled}>
        <table className={`${layout.table} ${classes.table}`} aria-labelledby="dashboard-servers">
          <thead>
            <tr>
              <th scope="col">{t('servers.columns.endpoint')}</th>
              <th scope="col">{t('servers.columns.state')}</th>
              <th scope="col">{t('servers.columns.drives')}</th>
              <th scope="col" className={`${classes.number} ${classes.wide}`}>
                {t('servers.columns.used')}
              </th>
              <th scope="col" className={`${classes.number} ${classes.wide}`}>
                {t('servers.free')}
              </th>
              <th scope="col" className={classes.wide}>
                {t('servers.columns.uptime')}
              </th>
              <th scope="col" className={classes.wide}>
                {t('servers.columns.version')}
              </th>
            </tr>
          </thead>
          {sorted.map((server) => (
            <ServerRows key={server.endpoint} server={server} isOpenAtFirst={drives <= SHOWN_AT_ONCE} />
          ))}
        </table>
      </div>
      <p className={layout.note}>{t('servers.parity', { count: parity })}</p>
    </section>
  )
}

function rankOf(server: Server): number {
  const { servers, drives } = countProblems([server])
  return servers > 0 ? 0 : drives > 0 ? 1 : 2
}

function ServerRows({ server, isOpenAtFirst }: { server: Server; isOpenAtFirst: boolean }) {
  const t = useTexts('dashboard')
  const [isOpen, setIsOpen] = useState(isOpenAtFirst)
  const { endpoint, state, version, uptimeSeconds, drives } = server
  const Chevron = isOpen ? IconChevronDown : IconChevronRight
  const ok = drives.filter((drive) => driveTone(drive) === 'good').length
  return (
    <tbody>
      <tr>
        <th scope="row">{endpoint}</th>
        <td>
          <StateMark
            tone={serverTone(state)}
            text={t(`servers.states.${state as 'online'}`, { defaultValue: state })}
          />
        </td>
        <td>
          <button
            type="button"
            className={classes.toggle}
            aria-expanded={isOpen}
            title={t(isOpen ? 'servers.hideDrives' : 'servers.showDrives')}
            onClick={() => setIsOpen(!isOpen)}
          >
            <Chevron size={16} aria-hidden="true" />
            {t('servers.drivesOk', { ok, all: drives.length })}
          </button>
        </td>
        <Space drives={drives} />
        <td className={classes.wide}>{uptimeSeconds > 0 && <Duration seconds={uptimeSeconds} />}</td>
        <td className={`${layout.muted} ${classes.wide}`} translate="no">
          {version}
        </td>
      </tr>
      {isOpen &&
        drives.map((drive) => (
          <tr key={drive.path} className={classes.drive}>
            <th scope="row" translate="no">
              {drive.path}
            </th>
            <td>
              <DriveState drive={drive} />
            </td>
            <td />
            <Space drives={[drive]} />
            <td colSpan={2} className={classes.wide} />
          </tr>
        ))}
    </tbody>
  )
}

/** Used and free space of drives together; empty if none reports it. */
function Space({ drives }: { drives: readonly Drive[] }) {
  const total = drives.reduce((sum, { totalBytes }) => sum + totalBytes, 0)
  const used = drives.reduce((sum, { usedBytes }) => sum + usedBytes, 0)
  const free = drives.reduce((sum, { freeBytes }) => sum + freeBytes, 0)
  return (
    <>
      <td className={`${classes.number} ${classes.wide}`}>
        {total > 0 && (
          <>
            <Bytes bytes={used} /> <span className={layout.muted}>({percentOf(used, total)})</span>
          </>
        )}
      </td>
      <td className={`${classes.number} ${classes.wide}`}>{total > 0 && <Bytes bytes={free} />}</td>
    </>
  )
}

function DriveState({ drive }: { drive: Drive }) {
  const t = useTexts('dashboard')
  const state = drive.state === 'ok' && drive.isHealing ? 'healing' : drive.state
  const text = t(`servers.driveStates.${state as 'ok'}`, { defaultValue: state })
  return <StateMark tone={driveTone(drive)} text={text} />
}

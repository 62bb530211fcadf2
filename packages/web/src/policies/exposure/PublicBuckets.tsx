import type { BucketExposure } from '@cooperage/contract'
import { Button } from '@mantine/core'
import { useMemo, useState } from 'react'
import { useTexts } from '../../messages/use-texts.ts'
import { AppLink } from '../../navigation/AppLink.tsx'
import { bucketPath } from '../../navigation/paths/buckets.ts'
import layout from '../../shared/layout.module.css'
import { SearchBox } from '../../shared/SearchBox.tsx'
import { formatCount } from '../../shared/text/numbers.ts'
import { ObjectName } from '../../shared/text/ObjectName.tsx'
import classes from './exposure.module.css'
import { PublicAccess } from './PublicAccess.tsx'
import type { Scan } from './scan.ts'

/** How many findings are shown at first, and added with each press of the button. */
const STEP = 50
/** The number from which they can be searched. */
const SEARCHABLE = 10

/** The public buckets, each with the statements that grant the access. */
export function PublicBuckets({ scan, isWhole }: { scan: Scan; isWhole: boolean }) {
  const t = useTexts('exposure')
  const [search, setSearch] = useState('')
  const [limit, setLimit] = useState(STEP)
  const { open, total } = scan
  const found = useMemo(() => open.filter(({ name }) => name.includes(search.trim().toLowerCase())), [open, search])
  const looked = total - scan.left.length - scan.unread.length
  const nothing = () => {
    if (open.length > 0) return t('buckets.noMatch', { search })
    return isWhole ? t('buckets.none', { count: looked, number: formatCount(looked) }) : t('buckets.noneYet')
  }
  return (
    <section className={layout.card} aria-labelledby="open-buckets">
      <div className={classes.head}>
        <h2 id="open-buckets" className={layout.heading}>
          {t('buckets.title')}
        </h2>
        <span className={layout.note}>
          {t('buckets.found', { number: formatCount(open.length), total: formatCount(total) })}
        </span>
      </div>
      <p className={layout.note}>{t('buckets.hint')}</p>
      {open.length >= SEARCHABLE && <SearchBox label={t('buckets.search')} value={search} onChange={setSearch} />}
      {found.length === 0 ? (
        <p className={layout.muted}>{nothing()}</p>
      ) : (
        <ul className={classes.findings}>
          {found.slice(0, limit).map((bucket) => (
            <OpenBucket key={bucket.name} bucket={bucket} />
          ))}
        </ul>
      )}
      {found.length > limit && (
        <Button variant="default" className={classes.more} onClick={() => setLimit(limit + STEP)}>
          {t('buckets.more', { count: Math.min(STEP, found.length - limit) })}
        </Button>
      )}
    </section>
  )
}

function OpenBucket({ bucket: { name, openings } }: { bucket: BucketExposure }) {
  const t = useTexts('exposure')
  return (
    <li className={classes.finding}>
      <div className={classes.head}>
        <h3>
          <ObjectName name={name} />
        </h3>
        <AppLink
          to={bucketPath(name, 'access/anonymous')}
          className={classes.link}
          aria-label={t('buckets.changeOf', { bucket: name })}
        >
          {t('buckets.change')}
        </AppLink>
      </div>
      {openings.map((opening) => (
        <PublicAccess key={opening.number} opening={opening}>
          {opening.resources.map(({ resource, kinds }) => (
            <li key={resource}>
              {kinds.map((kind) => (
                <span key={kind} className={classes.kind} title={t(`buckets.kindHints.${kind}`)}>
                  {t(`buckets.kinds.${kind}`)}
                </span>
              ))}
              <span>{resource === name ? t('buckets.wholeBucket') : <ObjectName name={resource} />}</span>
            </li>
          ))}
        </PublicAccess>
      ))}
    </li>
  )
}

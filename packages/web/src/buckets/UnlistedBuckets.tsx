import type { Bucket, Session } from '@cooperage/contract'
import { IconBucket, IconFolder } from '@tabler/icons-react'
import { useTexts } from '../messages/use-texts.ts'
import { AppLink } from '../navigation/AppLink.tsx'
import { folderPath } from '../navigation/paths/objects.ts'
import layout from '../shared/layout.module.css'
import { ObjectName } from '../shared/text/ObjectName.tsx'
import classes from './buckets.module.css'

type NamedFolder = Session['folders'][number]

/** Buckets that the policy names and the list omits because the account may use only a folder in them. */
export function unlistedBuckets(
  folders: readonly NamedFolder[],
  listed: readonly Pick<Bucket, 'name'>[],
): NamedFolder[] {
  const names = new Set(listed.map(({ name }) => name))
  return folders.filter(({ bucket }) => !names.has(bucket))
}

/** Opens buckets that no list shows to this account. */
export function UnlistedBuckets({ folders }: { folders: readonly NamedFolder[] }) {
  const t = useTexts('buckets')
  return (
    <section className={layout.card} aria-labelledby="named-folders">
      <h2 id="named-folders" className={layout.heading}>
        {t('folders.title')}
      </h2>
      <p className={layout.note}>{t('folders.hint')}</p>
      <ul className={classes.folders}>
        {folders.map(({ bucket, prefix }) => (
          <li key={`${bucket}/${prefix}`}>
            <AppLink to={folderPath(bucket, prefix)} className={classes.folder}>
              {prefix === '' ? <IconBucket size={18} /> : <IconFolder size={18} />}
              <ObjectName name={prefix === '' ? bucket : `${bucket}/${prefix}`} />
            </AppLink>
          </li>
        ))}
      </ul>
    </section>
  )
}

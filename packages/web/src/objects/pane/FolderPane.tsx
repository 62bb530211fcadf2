import '../../messages/en/object-detail.ts'
import '../../messages/en/preview.ts'
import { getObjectDetails } from '@cooperage/contract'
import { useDebouncedValue } from '@mantine/hooks'
import { IconPhoto } from '@tabler/icons-react'
import { useTexts } from '../../messages/use-texts.ts'
import { AppLink } from '../../navigation/AppLink.tsx'
import { objectPath } from '../../navigation/paths/objects.ts'
import { useApiQuery } from '../../shared/api/use-api.ts'
import { EmptyState } from '../../shared/EmptyState.tsx'
import { ErrorState } from '../../shared/ErrorState.tsx'
import { ObjectName } from '../../shared/text/ObjectName.tsx'
import { plainName } from '../../shared/text/visible-name.ts'
import { ObjectFacts } from '../detail/ObjectFacts.tsx'
import { addressOf, nameOf, type ObjectRef } from '../detail/object-ref.ts'
import { TagsCard } from '../detail/TagsCard.tsx'
import { ObjectContent } from '../preview/PreviewDialog.tsx'
import classes from './FolderPane.module.css'

/** Rows that the arrow keys only pass load nothing. */
const SETTLES_MS = 250
const doNothing = () => undefined

interface FolderPaneProps {
  bucket: string
  /** The object to show, '' for none. */
  objectKey: string
  canRead: boolean
}

/** What the folder beside it is about to open: the preview and details of an object, on wide screens. */
export function FolderPane({ bucket, objectKey, canRead }: FolderPaneProps) {
  const t = useTexts('preview')
  const [settled] = useDebouncedValue(objectKey, SETTLES_MS)
  const isShown = objectKey !== '' && settled === objectKey
  return (
    <section className={classes.pane} aria-label={t('pane.label')}>
      {objectKey === '' ? (
        <EmptyState icon={IconPhoto} title={t('pane.empty')} hint={t('pane.emptyHint')} />
      ) : (
        isShown && <ShownObject key={settled} object={{ bucket, key: settled, versionId: '' }} canRead={canRead} />
      )}
    </section>
  )
}

function ShownObject({ object, canRead }: { object: ObjectRef; canRead: boolean }) {
  const t = useTexts('preview')
  const details = useApiQuery(getObjectDetails, addressOf(object))
  const name = nameOf(object)
  return (
    <>
      <h2 className={classes.title} title={plainName(name)}>
        <ObjectName name={name} />
      </h2>
      {canRead && (
        <div className={classes.preview}>
          <ObjectContent object={object} onKey={doNothing} />
        </div>
      )}
      <div className={classes.facts}>
        <AppLink to={objectPath(object.bucket, object.key)}>{t('pane.open')}</AppLink>
        {/* A preview says it itself. */}
        {!canRead && !details.data && details.error && (
          <ErrorState error={details.error} onRetry={() => void details.refetch()} isRetrying={details.isFetching} />
        )}
        {details.data && (
          <>
            <ObjectFacts object={object} details={details.data} />
            <TagsCard object={{ ...object, versionId: details.data.version_id }} tags={details.data.tags} />
          </>
        )}
      </div>
    </>
  )
}

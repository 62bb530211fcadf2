import { downloadObject } from '@cooperage/contract'
import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useNavigation } from '../app/navigation.ts'
import { paths } from '../app/paths.ts'
import { callUrl } from '../shared/api/call.ts'
import { ListPage } from '../shared/ListPage.tsx'
import { PageHeader } from '../shared/PageHeader.tsx'
import { ObjectName } from '../shared/text/ObjectName.tsx'
import { plainName } from '../shared/text/visible-name.ts'
import { usePageTitle } from '../shared/use-page-title.ts'
import { useFolderCrumbs } from './browser-crumbs.tsx'
import { folderOf } from './entry.ts'

interface ObjectAddressProps {
  bucket: string
  objectKey: string
}

/** What an address that names an object offers: its download and its folder. */
export function ObjectAddress({ bucket, objectKey }: ObjectAddressProps) {
  const { t } = useTranslation('objects')
  const { push } = useNavigation()
  const folder = folderOf(objectKey)
  const name = objectKey.slice(folder.length)
  const folders = useFolderCrumbs(bucket, folder)
  usePageTitle(plainName(name))
  return (
    <ListPage>
      <PageHeader
        crumbs={[...folders, { to: paths.folder(bucket, objectKey), label: <ObjectName name={name} /> }]}
        title={<ObjectName name={name} />}
        below={t('fileLink.hint')}
      >
        <Button variant="default" onClick={() => push(paths.folder(bucket, folder))}>
          {t('fileLink.openFolder')}
        </Button>
        <Button
          component="a"
          href={callUrl(downloadObject, { params: { bucket }, query: { prefix: objectKey } })}
          download
        >
          {t('fileLink.download')}
        </Button>
      </PageHeader>
    </ListPage>
  )
}

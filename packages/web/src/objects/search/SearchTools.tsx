import { Button } from '@mantine/core'
import { useState } from 'react'
import { useTexts } from '../../messages/use-texts.ts'
import { useNavigation } from '../../navigation/navigation.ts'
import { folderPath, searchPath } from '../../navigation/paths/objects.ts'
import { SearchBox } from '../../shared/SearchBox.tsx'
import classes from '../objects.module.css'

interface SearchToolsProps {
  bucket: string
  prefix: string
  /** The search text below the folder; '' while the page shows the folder itself. */
  deep: string
  /** The filter of the folder's own rows. */
  search: string
  onSearch: (search: string) => void
  /** Stops or resumes the search below; undefined once it is complete. */
  onStop: (() => void) | undefined
  isStopped: boolean
}

/** Filters the folder while typing, and searches everything below it on Enter. */
export function SearchTools({ bucket, prefix, deep, search, onSearch, onStop, isStopped }: SearchToolsProps) {
  const t = useTexts('objects')
  const { push } = useNavigation()
  const [typed, setTyped] = useState(deep)
  const isDeep = deep !== ''
  const text = isDeep ? typed : search
  const start = () => {
    if (text !== '') push(searchPath(bucket, prefix, text))
  }
  return (
    <div className={classes.search}>
      <SearchBox label={t('search')} value={text} onChange={isDeep ? setTyped : onSearch} onEnter={start} />
      {text !== deep && text !== '' && (
        <Button variant="default" onClick={start}>
          {t('deep.start')}
        </Button>
      )}
      {onStop && (
        <Button variant="default" onClick={onStop}>
          {t(isStopped ? 'deep.resume' : 'deep.stop')}
        </Button>
      )}
      {isDeep && (
        <Button variant="default" onClick={() => push(folderPath(bucket, prefix))}>
          {t('deep.close')}
        </Button>
      )}
    </div>
  )
}

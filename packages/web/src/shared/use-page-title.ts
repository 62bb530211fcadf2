import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { plainName } from './text/visible-name.ts'

/** Names the page in the browser's tab and history. */
export function usePageTitle(title: string): void {
  const { t } = useTranslation()
  const product = t('product')
  useEffect(() => {
    document.title = title === '' ? product : `${plainName(title)} · ${product}`
  }, [title, product])
}

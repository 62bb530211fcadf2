import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'

/** Names the page in the browser's tab and history. */
export function usePageTitle(title: string): void {
  const { t } = useTranslation()
  const product = t('product')
  useEffect(() => {
    document.title = title === '' ? product : `${title} · ${product}`
  }, [title, product])
}

export function BrowserBucketsPage() {
  return null
}

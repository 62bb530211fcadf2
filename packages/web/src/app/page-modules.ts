/** The code of each page but the login page's, loaded when it is first shown. */
export const pageModules = {
  layout: () => import('../shell/SessionLayout.tsx'),
  buckets: () => import('../buckets/BucketsPage.tsx'),
  bucket: () => import('../buckets/detail/BucketPage.tsx'),
  policies: () => import('../policies/PoliciesPage.tsx'),
  policy: () => import('../policies/PolicyPage.tsx'),
  browser: () => import('../objects/BrowserBucketsPage.tsx'),
  folder: () => import('../objects/FolderPage.tsx'),
  guide: () => import('../guide/GuidePage.tsx'),
}

/**
 * For a journey whose outcome depends on the storage: it runs on real MinIO too. What the page and the console do by
 * themselves is proved on the engine alone, and the console's API by the server's tests on both.
 */
export const ON_MINIO_TOO = { tag: '@minio' }

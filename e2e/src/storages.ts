/**
 * For a journey whose outcome depends on the storage: it runs on real MinIO too. The behavior of the page and the console
 * alone is tested on the engine only, and the console's API by the server's tests on both.
 */
export const ON_MINIO_TOO = { tag: '@minio' }

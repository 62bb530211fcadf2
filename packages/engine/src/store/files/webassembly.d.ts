/** The part of WebAssembly that `md5-kernels.ts` uses. TypeScript declares it only together with the DOM. */
declare namespace WebAssembly {
  function validate(bytes: Uint8Array): boolean
  class Module {
    constructor(bytes: Uint8Array)
  }
  class Instance {
    constructor(module: Module)
    readonly exports: unknown
  }
  interface Memory {
    readonly buffer: ArrayBuffer
  }
}

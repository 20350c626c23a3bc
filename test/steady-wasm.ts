/**
 * For every process that runs tests, as scripts/start.mjs has it for Radvis itself: what strips types in threads is
 * WebAssembly, and a process died of it now and then (decisions/046).
 */
export const steadyWasm = ['--wasm-wrapper-tiering-budget=2147483647']

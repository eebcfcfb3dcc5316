type Plain = string | number | boolean | bigint | symbol | null | undefined

/** A store as the rest of the app sees it: to be read, not written. */
export type DeepReadonly<T> = T extends Plain | ((...values: never[]) => unknown)
  ? T
  : { readonly [Key in keyof T]: DeepReadonly<T[Key]> }

type Plain = string | number | boolean | bigint | symbol | null | undefined

/** A read-only view of a store, for the rest of the app. */
export type DeepReadonly<T> = T extends Plain | ((...values: never[]) => unknown)
  ? T
  : { readonly [Key in keyof T]: DeepReadonly<T[Key]> }

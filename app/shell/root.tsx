export function Root() {
  return <main>Xsheet</main>
}

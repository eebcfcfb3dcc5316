/** Opens the system's file dialog for one file of the accepted kinds; undefined if it is closed without a choice. */
export async function chooseFile(accept: string): Promise<File | undefined> {
  const input = document.createElement('input')
  input.type = 'file'
  input.accept = accept
  return await new Promise((resolve) => {
    input.addEventListener('change', () => resolve(input.files?.[0]))
    input.addEventListener('cancel', () => resolve(undefined))
    input.click()
  })
}

/** What the database suite runs on: Postgres, unless XSHEET_TEST_DATABASE names the fallback. */
export const suiteDatabase = process.env['XSHEET_TEST_DATABASE'] === 'pglite' ? 'pglite' : 'postgres'

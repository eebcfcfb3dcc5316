/** The database suite's database: Postgres, unless XSHEET_TEST_DATABASE names the fallback. */
export const suiteDatabase = process.env['XSHEET_TEST_DATABASE'] === 'pglite' ? 'pglite' : 'postgres'

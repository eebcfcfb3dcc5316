-- Purpose: pages are read in the order of their index, however much there is. The planner takes the row rules for rarer than they are and, with some dozen
-- large studios, sorted everything a person was ever told to find the newest fifty: 403,000 pages of the database instead of 1,800.
-- What must be sorted, a page, is sorted all the same. Compiling takes longer than a page.
-- Reversal: alter the functions to reset both.

alter function public.list_notifications(integer, timestamptz, uuid, uuid) set enable_sort = off;
alter function public.list_notifications(integer, timestamptz, uuid, uuid) set jit = off;
alter function public.list_assignments(uuid, uuid, integer, date, uuid) set enable_sort = off;
alter function public.list_assignments(uuid, uuid, integer, date, uuid) set jit = off;

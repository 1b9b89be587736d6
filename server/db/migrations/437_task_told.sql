-- The end of which people were told that it is today, and that it has passed: a task whose end is moved is told of again.
alter table task add column due_told date, add column overdue_told date;
-- What ended before this was there is nobody's news.
update task set due_told = ends_on, overdue_told = ends_on where ends_on <= current_date;

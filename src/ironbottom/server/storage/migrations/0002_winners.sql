-- A result names its winners, where it had one winner or null.
update matches set summary = json_set(
    json_remove(summary, '$.result.winner'),
    '$.result.winners',
    case when json_extract(summary, '$.result.winner') is null
        then json('[]') else json_array(json_extract(summary, '$.result.winner')) end
) where json_type(summary, '$.result') = 'object' and json_type(summary, '$.result.winners') is null;

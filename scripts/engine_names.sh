#!/bin/sh
# The names of the engine, old=new; each line names a module after scripts/move_modules.py. May run again.
set -e
rename() { python3 scripts/rename_names.py "$@"; }
rename ironbottom.engine.match.history Fenced=BarrierReached Learned=SecretRevealed NoDieYet=NoDiceAllowed NO_DIE_YET=NO_DICE_ALLOWED Draft=ChoiceBatch Course=History in_together=in_simultaneous_frame
rename ironbottom.engine.match.undo Fence=UndoBarrier
rename ironbottom.engine.match.act_log Ledger=ActLog
rename ironbottom.engine.record.audience_logs Noted=LogEntry Teller=LogView
rename ironbottom.engine.rules.about Introduction=GameInfo
rename ironbottom.engine.rules.procedures Play=Execution Together=SimultaneousFrame
rename ironbottom.engine.codecs.binary_codec standing=decode_frames flat=encode_frame bare=to_plain
rename ironbottom.engine.match.resume sound=usable_snapshot standing=surviving_choices taken=undone
rename ironbottom.engine.match.submission tried=apply_all drawing=rollback_on_error
rename ironbottom.engine.match.unobservable told_to=visible_to in_silence=unobservable
rename ironbottom.bots.rules_of_thumb weigh=score take_best=argmax
# After scripts/rename_typed.py:
rename ironbottom.engine.information.slots Room=Container Spread=ContainerGroup
rename ironbottom.engine.information.determinization Room=Container

"""The table of results."""

AIM = 0.98


def percent(part, whole):
    return "" if whole == 0 else f"{100 * part // whole} %"


def print_table(operators, originals, results, seconds, lists):
    """Prints a table with a row for each operator. Returns the exit code: 1 if an original is not clean."""
    rows = [(name, [r for r in results if r.mutant.operator == name]) for name in operators]
    rows = [(name, found) for name, found in rows if found] + [("**all**", results)]
    print("| operator | mutants | lose | named | right line | by definition | named | equivalent | false alarms | doctor | explore |")
    print("|---|---|---|---|---|---|---|---|---|---|---|")
    for name, found in rows:
        found = [r for r in found if r.kind != "does not run"]
        losing = [r for r in found if r.kind == "loses"]
        defined = [r for r in found if r.kind == "by definition"]
        equal = [r for r in found if r.kind == "equivalent"]
        doctor = [r.doctor.seconds for r in found if r.doctor.seconds]
        explore = [r.explore.seconds for r in found if r.explore.seconds]
        print(
            f"| {name} | {len(found)} | {len(losing)} | {percent(sum(r.is_named for r in losing), len(losing))} "
            f"| {percent(sum(r.is_right for r in losing), len(losing))} "
            f"| {len(defined)} | {percent(sum(r.is_right for r in defined), len(defined))} "
            f"| {len(equal)} | {sum(r.is_named for r in equal)} "
            f"| {1000 * sum(doctor) / len(doctor) if doctor else 0:.0f} ms "
            f"| {f'{sum(explore) / len(explore):.1f} s' if explore else ''} |")
    print()
    broken = sum(r.kind == "does not run" for r in results)
    print(f"{len(results)} mutants of {len(originals)} apps in {seconds:.0f} s; {broken} did not run")
    status = 0
    for app, lost, findings in originals:
        for text in lost:
            print(f"ORIGINAL {app} loses: {text}")
        for finding in findings:
            print(f"ORIGINAL {app}: {finding.get('code')} at {finding.get('line')}: {finding.get('message') or finding.get('path')}")
        if lost or findings:
            status = 1
    if status == 0:
        print(f"{len(originals)} originals, 0 findings")
    if lists:
        for result in results:
            describe(result)
    return status


def describe(result):
    """Prints a mutant that was not judged as it should be."""
    if result.kind == "equivalent" and result.is_named:
        title = "FALSE ALARM"
    elif result.kind in ("loses", "by definition") and not result.is_right:
        title = "WRONG LINE" if result.is_named else "MISSED"
    else:
        return
    mutant = result.mutant
    print(f"\n{title} {result.app}.lua:{mutant.line} {mutant.operator} ({result.kind}): {mutant.change}")
    print(f"  right lines: {sorted(mutant.lines)}")
    if result.loss:
        print(f"  {result.loss[:300]}")
    for finding in result.findings[:6]:
        text = finding.get("message") or " ".join(
            str(finding.get(key)) for key in ("path", "property", "before", "after", "event"))
        print(f"  {finding.get('line')}: {finding['code']}: {text[:200]}")
